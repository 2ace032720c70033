/** What kind of value a concept has; it decides how texts are read and where they are looked for. */
export type ValueKind =
  | 'text'
  | 'name'
  | 'code'
  | 'money'
  | 'currency'
  | 'number'
  | 'date'
  | 'time'
  | 'duration'
  | 'flag'
  | 'stock'
  | 'url'
  | 'image'
  | 'email'
  | 'phone'
  | 'address'
  | 'list'
  | 'prose';

/** Something schemas ask for and pages state, with the words both use for it. */
export interface Concept {
  readonly id: string;
  readonly kind: ValueKind;
  /** Names of fields, in words, lower case. */
  readonly names: readonly string[];
  /** Labels on pages, lower case, in several languages. */
  readonly labels: readonly string[];
  /** Paths of properties in markup, e.g. `offers.price`, best first. */
  readonly paths: readonly string[];
  /** Names of meta tags, best first. */
  readonly metas: readonly string[];
}

/** One line of a lexicon: id, kind, field names, labels, markup paths and meta tags, the last four separated by commas. */
export type ConceptRow = readonly [
  id: string,
  kind: ValueKind,
  names: string,
  labels: string,
  paths?: string,
  metas?: string,
];

const split = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Makes a concept of a line of a lexicon. */
export const toConcept = ([id, kind, names, labels, paths, metas]: ConceptRow): Concept => ({
  id,
  kind,
  names: split(names),
  labels: split(labels),
  paths: split(paths),
  metas: split(metas),
});
