import type { Element } from 'domhandler';
import type { Builder } from './builder';
import type { Footnotes } from './footnotes';
import type { RawTable } from './tables';
import type { Visit } from './tree';

/** Options for converting HTML to Markdown. */
export interface ConvertOptions {
  /** Base URL for relative links and images, which otherwise stay relative. */
  readonly baseUrl?: string;
  /** True to repeat the value of a merged cell in every row and column that it spans. */
  readonly repeatMergedCells?: boolean;
}

/** State shared by the visitors of a conversion. */
export interface Scene {
  readonly builder: Builder;
  readonly options: ConvertOptions;
  readonly notes: Footnotes;
  /** Open tables, innermost last. */
  readonly tables: RawTable[];
  /** The layout elements of each open callout. The innermost callout is last. */
  readonly callouts: ReadonlySet<Element>[];
}

/** Converts one kind of element. */
export type ElementVisitor = (element: Element, scene: Scene) => Visit;

/** Resolves a URL against the base URL. Returns the URL unchanged if it is invalid. */
export function absolute(address: string, { baseUrl }: ConvertOptions): string {
  const plain = address.trim();
  if (baseUrl === undefined || plain === '' || /^(?:[a-z][a-z0-9+.-]*:|#|<)/i.test(plain)) return plain;
  try {
    return new URL(plain, baseUrl).href;
  } catch {
    return plain;
  }
}
