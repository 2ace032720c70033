import type { Element } from 'domhandler';
import type { Builder } from './builder';
import type { Footnotes } from './footnotes';
import type { RawTable } from './tables';
import type { Visit } from './tree';

/** What a conversion needs to know besides the tree. */
export interface ConvertOptions {
  /** Address that relative links and images are resolved against; they stay as they are without it. */
  readonly baseUrl?: string;
}

/** What visitors of elements share during one conversion. */
export interface Scene {
  readonly builder: Builder;
  readonly options: ConvertOptions;
  readonly notes: Footnotes;
  /** Tables that are open, innermost last. */
  readonly tables: RawTable[];
}

/** What one kind of element does to the document being built. */
export type ElementVisitor = (element: Element, scene: Scene) => Visit;

/** An address made absolute, when a base is known and it can be. */
export function absolute(address: string, { baseUrl }: ConvertOptions): string {
  const plain = address.trim();
  if (baseUrl === undefined || plain === '' || /^(?:[a-z][a-z0-9+.-]*:|#|<)/i.test(plain)) return plain;
  try {
    return new URL(plain, baseUrl).href;
  } catch {
    return plain;
  }
}
