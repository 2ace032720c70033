import type { MarkupItem } from '../../../../contract/markup-item';
import type { Sighting } from '../find/sighting';
import type { Field } from '../schema/field';

/** A record of a list: either possible values by field, or a markup item from which fields are read. */
export type FoundRecord =
  | {
      readonly cells: ReadonlyMap<Field, Sighting>;
      /** Items of the lists inside the record, keyed by the JSON pointer of the list field. */
      readonly lists?: ReadonlyMap<string, readonly Sighting[]>;
    }
  | { readonly item: MarkupItem };

/** A leaf field of a record, with its path. */
export interface LeafField {
  /** The field that a cell's value belongs to. For a list, this is the field of its items. */
  readonly field: Field;
  readonly names: readonly string[];
  readonly isList: boolean;
}

/** Returns all leaf fields of a record, including those of nested objects. Skips lists of objects. */
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
