import type { Element } from 'domhandler';
import type { RecipeField } from '../../common/recipe';
import { readable, readField } from '../recipes/read-field';
import type { SourceReader } from '../recipes/source-reader';
import { freeName, namesOf, type TypedColumn } from './column-names';
import { typeOf } from './column-types';
import { columnsOf } from './columns';
import { sourcesOf } from './field-sources';
import { headersOf } from './headers';
import { columnAt } from './picked-column';
import type { PickedRecord } from './shape';

/** A field that records have, with the element of each record that its value stands in. */
export interface SuggestedField {
  readonly field: RecipeField;
  readonly nodes: readonly (Element | undefined)[];
}

/** Records with the reader that is made for them. */
export interface ReadRecords {
  readonly records: readonly PickedRecord[];
  readonly reader: SourceReader;
}

/** The fields of records: what differs between them, named, typed, and with the places that give it in all of them. */
export function suggestFields(records: readonly PickedRecord[], reader: SourceReader): readonly SuggestedField[] {
  const columns = columnsOf(records, headersOf(records)).map(
    (column): TypedColumn => ({ column, type: typeOf(column) }),
  );
  const read = columns.flatMap(({ column, type }) => {
    const sources = sourcesOf(column, type, records, reader);
    return sources.length === 0 ? [] : [{ column, type, sources }];
  });
  const names = namesOf(read, records);
  return read.map(({ column, type, sources }, index) => ({
    field: { name: names[index] ?? 'text', type, sources, ...(column.isList ? { list: true } : {}) },
    nodes: column.cells.map(([cell]) => cell?.node),
  }));
}

/** Names that fields have, and further ones, in lower case. */
export const namesIn = (fields: readonly SuggestedField[], more: readonly string[] = []): ReadonlySet<string> =>
  new Set([...fields.map(({ field }) => field.name), ...more].map((name) => name.toLowerCase()));

/** The field of an element that was clicked, by a name that is not taken; undefined where no place gives its value. */
export function pickedField(
  node: Element,
  { records, reader }: ReadRecords,
  taken: ReadonlySet<string>,
): SuggestedField | undefined {
  const column = columnAt(node, records, reader);
  if (!column) return undefined;
  const type = typeOf(column);
  const sources = sourcesOf(column, type, records, reader);
  if (sources.length === 0) return undefined;
  const [base = 'text'] = namesOf([{ column, type }], records);
  const name = freeName(base, taken);
  return { field: { name, type, sources }, nodes: column.cells.map(([cell]) => cell?.node) };
}

/** A field as it was left, with the elements its values stand in. */
export function withNodes(field: RecipeField, records: readonly PickedRecord[], reader: SourceReader): SuggestedField {
  const reading = readable(field);
  const nodes = records.map(([root]) => root && readField(reading, root, reader, false)?.values[0]?.sighting.node);
  return { field, nodes };
}
