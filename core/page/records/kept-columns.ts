import type { Element } from 'domhandler';
import type { RecipeField } from '../../common/recipe';
import { freeName } from './names/column-names';
import { holds } from './similar';
import {
  namesIn,
  pickedField,
  type ReadRecords,
  type SuggestedField,
  suggestFields,
  withNodes,
} from './suggest-fields';

/** Two columns are the same if at least this share of the shorter column's elements is also in the longer column. */
const sameFrom = 0.6;

/**
 * Returns the columns of newly selected records. Columns that still exist keep the user's edits: names, types, order,
 * removals and additions.
 */
export function keptColumns(
  earlier: ReadRecords & { readonly fields: readonly RecipeField[] },
  now: ReadRecords,
): readonly SuggestedField[] {
  const suggested = suggestFields(now.records, now.reader).shown;
  const before = suggestFields(earlier.records, earlier.reader).shown;
  const edited = earlier.fields.map((field) => {
    const known = before.find((one) => isSameText(one.field.sources, field.sources));
    return known ? { ...known, field, suggested: known } : ownColumn(field, earlier, before);
  });
  const used = new Set<EditedColumn>();
  const kept = suggested.flatMap((column): readonly KeptColumn[] => {
    const known = before.find((one) => isSame(one, column));
    const ofKnown = edited.find((one) => one.suggested !== undefined && one.suggested === known);
    if (known && !ofKnown) return [];
    const edit = ofKnown && !used.has(ofKnown) ? ofKnown : undefined;
    if (edit) used.add(edit);
    return [{ column: edit ? withEdits(column, edit.field, known, now) : column, edit }];
  });
  const own = edited.flatMap((edit) => {
    if (kept.some((one) => one.edit === edit)) return [];
    const column = restored(edit, now, suggested);
    return column ? [{ column, edit }] : [];
  });
  return named(inOrder([...kept, ...own], edited, before));
}

interface EditedColumn extends SuggestedField {
  /** The suggested column. Undefined if the user added the column. */
  readonly suggested?: SuggestedField;
}

interface KeptColumn {
  readonly column: SuggestedField;
  readonly edit: EditedColumn | undefined;
}

/** Returns the column of a field whose sources the user entered or chose by clicking. */
function ownColumn(
  field: RecipeField,
  { records, reader }: ReadRecords,
  before: readonly SuggestedField[],
): EditedColumn {
  const column = withNodes(field, records, reader);
  const suggested = before.find((one) => isSame(one, column));
  return { ...column, ...(suggested ? { suggested } : {}) };
}

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const kindOf = ({ field: { type, sources } }: SuggestedField): string =>
  type === 'link' || type === 'image' ? type : (sources[0]?.attribute ?? 'text');

/** True if two columns contain the same kind of value from the same elements. */
export function isSame(one: SuggestedField, other: SuggestedField): boolean {
  if (kindOf(one) !== kindOf(other) || one.field.end !== other.field.end) return false;
  const [less, more] = [elementsOf(one), elementsOf(other)].toSorted((a, b) => a.size - b.size);
  if (!less?.size) return false;
  return [...less].filter((node) => more?.has(node)).length >= less.size * sameFrom;
}

const knownElements = new WeakMap<SuggestedField['nodes'], ReadonlySet<Element>>();

function elementsOf({ nodes }: SuggestedField): ReadonlySet<Element> {
  const elements = knownElements.get(nodes) ?? new Set(nodes.filter((node) => node !== undefined));
  knownElements.set(nodes, elements);
  return elements;
}

/** Applies the user's edits to a suggested column. Sources changed by the user are kept if they still find a value. */
function withEdits(
  column: SuggestedField,
  field: RecipeField,
  suggested: SuggestedField | undefined,
  { records, reader }: ReadRecords,
): SuggestedField {
  const { sources, ...edits } = field;
  const isWritten = !isSameText(sources, suggested?.field.sources);
  const written = isWritten ? withNodes(field, records, reader) : undefined;
  if (written?.nodes.some((node) => node !== undefined)) return written;
  return { ...column, field: { ...edits, sources: column.field.sources } };
}

/** Restores a column that is no longer suggested. Undefined if the new records contain none of its elements. */
function restored(
  { field, nodes }: EditedColumn,
  { records, reader }: ReadRecords,
  others: readonly SuggestedField[],
): SuggestedField | undefined {
  const group = { records, excluded: [], score: 0 };
  const node = nodes.find((one) => one !== undefined && holds(group, one));
  const found = node && pickedField(node, { records, reader }, namesIn(others));
  return found && { ...found, field: { ...field, sources: found.field.sources } };
}

/**
 * Sorts columns in the user's order, with new columns last. If the user has not changed the order, keeps the page
 * order.
 */
function inOrder(
  columns: readonly KeptColumn[],
  edited: readonly EditedColumn[],
  before: readonly SuggestedField[],
): readonly KeptColumn[] {
  const places = edited.flatMap(({ suggested }) => (suggested ? [before.indexOf(suggested)] : []));
  if (places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))) return columns;
  const placeOf = ({ edit }: KeptColumn): number => (edit ? edited.indexOf(edit) : edited.length);
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Makes names unique. Renames only columns that the user has not seen yet. */
function named(columns: readonly KeptColumn[]): readonly SuggestedField[] {
  const taken = new Set(columns.flatMap(({ column, edit }) => (edit ? [column.field.name.toLowerCase()] : [])));
  return columns.map(({ column, edit }) => {
    if (edit) return column;
    const name = freeName(column.field.name, taken);
    taken.add(name.toLowerCase());
    return { ...column, field: { ...column.field, name } };
  });
}
