import type { Element } from 'domhandler';
import type { RecipeField } from '../../common/recipe';
import { readable, readField } from '../recipes/read-field';
import type { SourceReader } from '../recipes/source-reader';
import { freeName, namesOf, numbered, type TypedColumn } from './column-names';
import { arranged } from './column-order';
import { typeOf } from './column-types';
import { columnsOf } from './columns';
import { sourcesOf } from './field-sources';
import { headersOf } from './headers';
import { columnAt } from './picked-column';
import type { PickedRecord } from './shape';

/** A field of the records, with the element that contains its value in each record. */
export interface SuggestedField {
  readonly field: RecipeField;
  readonly nodes: readonly (Element | undefined)[];
}

/** Records, and the reader for their page. */
export interface ReadRecords {
  readonly records: readonly PickedRecord[];
  readonly reader: SourceReader;
}

/** Fields of the records: suggested columns and additional ones. */
export interface SuggestedFields {
  readonly shown: readonly SuggestedField[];
  readonly more: readonly SuggestedField[];
}

/** Suggests fields for records: distinctive values with a name, type, order and sources. */
export function suggestFields(records: readonly PickedRecord[], reader: SourceReader): SuggestedFields {
  const headers = headersOf(records);
  const columns = columnsOf(records, headers).map((column): TypedColumn => ({ column, type: typeOf(column) }));
  const read = columns.flatMap(({ column, type }) => {
    const sources = sourcesOf(column, type, records, reader);
    return sources.length === 0 ? [] : [{ column, type, sources }];
  });
  const called = namesOf(read, records);
  const { shown, more } = arranged(
    read.map((one, index) => ({ ...one, name: called[index] ?? 'text' })),
    headers !== undefined,
  );
  const all = [...shown, ...more];
  const names = numbered(all.map(({ name }) => name));
  const fields = all.map(
    ({ column, type, sources }, index): SuggestedField => ({
      field: { name: names[index] ?? 'text', type, sources, ...(column.isList ? { list: true } : {}) },
      nodes: column.cells.map(([cell]) => cell?.node),
    }),
  );
  return { shown: fields.slice(0, shown.length), more: fields.slice(shown.length) };
}

/** Returns the names of the fields, and additional names, all in lower case. */
export const namesIn = (fields: readonly SuggestedField[], more: readonly string[] = []): ReadonlySet<string> =>
  new Set([...fields.map(({ field }) => field.name), ...more].map((name) => name.toLowerCase()));

/** Creates a field with a free name for a clicked element; undefined if no source yields its value. */
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

/** Returns an edited field with the elements that contain its values. */
export function withNodes(field: RecipeField, records: readonly PickedRecord[], reader: SourceReader): SuggestedField {
  const reading = readable(field);
  const nodes = records.map(([root]) => root && readField(reading, root, reader, false)?.values[0]?.sighting.node);
  return { field, nodes };
}
