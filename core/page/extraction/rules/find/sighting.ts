import type { Element } from 'domhandler';
import type { SourceKind } from '../../../../contract/plugin';

/** A place where a value may stand, before it is read as what the field wants. */
export interface Sighting {
  readonly raw: string | number | boolean;
  /** How far the place is to be trusted, 0–1. */
  readonly weight: number;
  readonly kind: SourceKind;
  readonly node: Element | undefined;
  /** The text around the value, for people. */
  readonly excerpt: string;
  /** True for code, whose blanks and line ends are part of it. */
  readonly isVerbatim?: boolean;
  /** Currency next to an amount, where there is one. */
  readonly currency?: string;
  /** Upper end of a range that begins with the value, if the markup states one. */
  readonly upTo?: string;
}

/** A list of sightings that belong together, e.g. the ingredients under one heading. */
export interface ListSighting {
  readonly entries: readonly Sighting[];
  readonly weight: number;
}

/** Cuts an excerpt to what people read at a glance. */
export const excerptOf = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
