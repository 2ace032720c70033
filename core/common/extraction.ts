/** Where on a page a value was found: markup for machines, or the visible page. */
export type SourceKind =
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'meta'
  | 'state'
  | 'table'
  | 'definition'
  | 'label'
  | 'attribute'
  | 'heading'
  | 'record'
  | 'text'
  | 'address'
  | 'model';

/** Where one value of an extraction comes from. */
export interface ValueSource {
  /** JSON pointer of the value in `data`, e.g. `/offers/0/price`. */
  readonly path: string;
  /** Address of the page. */
  readonly url: string;
  readonly kind: SourceKind;
  /** CSS selector of the element that holds the value; absent where no element does. */
  readonly selector?: string;
  /** The text the value was read from, cut to 200 characters. */
  readonly excerpt: string;
  /** How sure the value is, 0–1. */
  readonly score: number;
}

/** A value that was asked for and is not on the page. */
export interface MissingValue {
  /** JSON pointer of the value in `data`. */
  readonly path: string;
  /** One sentence. */
  readonly reason: string;
}

/** Structured data read from a page, each value with its source. */
export interface Extraction {
  /** Fits the schema that was asked for; what the page does not state is null, or absent where the schema forbids null. */
  readonly data: unknown;
  readonly sources: readonly ValueSource[];
  readonly missing: readonly MissingValue[];
  /** What a caller should know, in sentences: what is missing, what was guessed. */
  readonly warning?: string;
}
