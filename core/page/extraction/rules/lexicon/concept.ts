/** Kind of value. Determines where to search for a concept's values and how to parse them. */
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

/** A piece of information that schemas request and pages contain (e.g. a price), with its names. */
export interface Concept {
  readonly id: string;
  readonly kind: ValueKind;
  /** Field names as lower-case words. */
  readonly names: readonly string[];
  /** Page labels in several languages, in lower case. */
  readonly labels: readonly string[];
  /** Property paths in markup, e.g. `offers.price`, best first. */
  readonly paths: readonly string[];
  /** Meta tag names, best first. */
  readonly metas: readonly string[];
}

/** A concept in the lexicon's notation, with comma-separated words. */
export interface ConceptEntry {
  readonly id: string;
  readonly kind: string;
  readonly names: string;
  readonly labels: string;
  readonly paths?: string;
  readonly metas?: string;
}

const split = (list = ''): readonly string[] => (list === '' ? [] : list.split(', '));

/** Converts a lexicon entry to a concept. */
export const toConcept = ({ id, kind, names, labels, paths, metas }: ConceptEntry): Concept => ({
  id,
  kind: kind as ValueKind,
  names: split(names),
  labels: split(labels),
  paths: split(paths),
  metas: split(metas),
});
