/** Last sentence of the warning that pages about different things were merged into one answer. */
export const listAdvice = 'Request a list to get all values.';

/** Kind of source that a value was read from, e.g. JSON-LD markup or a table. */
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

/** Source of an extracted value. */
export interface ValueSource {
  /** JSON pointer to the value in `data`, e.g. `/offers/0/price`. */
  readonly path: string;
  readonly url: string;
  readonly kind: SourceKind;
  /** CSS selector of the element that contains the value, if any. */
  readonly selector?: string;
  /** Text that the value was read from, truncated to 200 characters. */
  readonly excerpt: string;
  /** Confidence, 0–1. */
  readonly score: number;
  /** Currency of an amount, if the page states it: an ISO 4217 code, or a symbol that several currencies share. */
  readonly currency?: string;
}

/** A requested value that is not on the page. */
export interface MissingValue {
  /** JSON pointer to the value's position in `data`. */
  readonly path: string;
  /** Reason why the value is missing, in one sentence. */
  readonly reason: string;
}

/**
 * The record that a page is mainly about. Determined only if a list was requested. If several pages with the same
 * template each have a main record, their other records are omitted.
 */
export interface MainRecord {
  /** JSON pointer to the list that contains the record. */
  readonly list: string;
  /**
   * Type of the record according to the page's markup, e.g. `product`. Empty if the markup does not describe the
   * record.
   */
  readonly kind: string;
  /** Labels of facts, and paths and selectors of values. Used to detect pages with the same template. */
  readonly signs: readonly string[];
  /** Headline of the page. */
  readonly title: string;
  /** False if the page's other records fill more of the requested fields. */
  readonly isSure: boolean;
  /** The extraction without the page's other records. Absent if the page has no other records. */
  readonly alone?: Pick<Extraction, 'data' | 'sources' | 'missing'>;
}

/** Structured data extracted from a page, with a source for each value. */
export interface Extraction {
  /**
   * Data that conforms to the requested schema. Values that are not on the page are null, or omitted if the schema
   * forbids null.
   */
  readonly data: unknown;
  readonly sources: readonly ValueSource[];
  readonly missing: readonly MissingValue[];
  /** Warning for the caller about missing or guessed values. */
  readonly warning?: string;
  readonly mainRecord?: MainRecord;
}
