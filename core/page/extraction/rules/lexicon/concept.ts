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

/** A concept in a lexicon, with its words separated by commas. */
export interface ConceptEntry {
  readonly id: string;
  readonly kind: string;
  readonly names: string;
  readonly labels: string;
  readonly paths?: string;
  readonly metas?: string;
}

const split = (list = ''): readonly string[] => (list === '' ? [] : list.split(', '));

/** Makes a concept of an entry of a lexicon. */
export const toConcept = ({ id, kind, names, labels, paths, metas }: ConceptEntry): Concept => ({
  id,
  kind: kind as ValueKind,
  names: split(names),
  labels: split(labels),
  paths: split(paths),
  metas: split(metas),
});
