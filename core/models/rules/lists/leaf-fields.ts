import type { Field } from '../schema/field';

/** A leaf of a record with the names that lead to it. */
export interface LeafField {
  /** The field whose values a cell is read as; for a list the field of its items. */
  readonly field: Field;
  readonly names: readonly string[];
  readonly isList: boolean;
}

/** All leaves of a record, those of objects in it included; lists of objects inside records are left out. */
export function leafFields(item: Field): readonly LeafField[] {
  if (item.kind !== 'object') return [{ field: item, names: [], isList: false }];
  const leaves = (field: Field, names: readonly string[]): readonly LeafField[] => {
    if (field.kind === 'object') return field.fields.flatMap((inner) => leaves(inner, [...names, inner.name]));
    if (field.kind !== 'array') return [{ field, names, isList: false }];
    const { items } = field;
    if (!items || items.kind === 'object' || items.kind === 'array') return [];
    return [{ field: { ...items, concept: field.concept, words: field.words, name: field.name }, names, isList: true }];
  };
  return leaves(item, []);
}
