import type { Element } from 'domhandler';
import type { RecipeField } from '../common/recipe';
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

/** The field of an element that was clicked, by a name no other field has; undefined where no place gives its value. */
export function pickedField(
  node: Element,
  records: readonly PickedRecord[],
  reader: SourceReader,
  others: readonly SuggestedField[],
): SuggestedField | undefined {
  const column = columnAt(node, records, reader);
  if (!column) return undefined;
  const type = typeOf(column);
  const sources = sourcesOf(column, type, records, reader);
  if (sources.length === 0) return undefined;
  const taken = new Set(others.map(({ field }) => field.name.toLowerCase()));
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
