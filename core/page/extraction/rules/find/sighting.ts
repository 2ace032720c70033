import type { Element } from 'domhandler';
import type { SourceKind } from '../../../../contract/plugin';

/** A possible value of a field and its location on the page. */
export interface Sighting {
  readonly raw: string | number | boolean;
  /** Reliability of the value's location on the page, 0–1. */
  readonly weight: number;
  readonly kind: SourceKind;
  readonly node: Element | undefined;
  /** Text around the value, for display. */
  readonly excerpt: string;
  /** True for code, whose white space is significant. */
  readonly isVerbatim?: boolean;
  /** Currency next to an amount, if any. */
  readonly currency?: string;
  /** True for a visible value that replaces a contradicting value in the markup. */
  readonly isShown?: true;
  /** Upper end of the range, if the value is the lower end and the markup contains both ends. */
  readonly upTo?: string;
}

/** Sightings that form a list, such as the ingredients under one heading. */
export interface ListSighting {
  readonly entries: readonly Sighting[];
  readonly weight: number;
}

/** Truncates text for display. */
export const excerptOf = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
