import type { Element } from 'domhandler';
import type { RecipeField } from '../../../common/recipe';
import { conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { findElement } from '../../extraction/rules/page/text-of';
import { firstNode, type RecordColumn } from '../columns';
import type { NamedColumn } from '../named-column';
import { asElement } from '../shape';

/** A column with the sources of its values. */
interface ReadColumn extends NamedColumn {
  readonly sources: RecipeField['sources'];
}

/** Columns are joined only if at least this share of the records has a value in one of them. */
const minFill = 0.9;
/** Minimum share for columns with the same well-known name. */
const minNamedFill = 0.5;
const sameName = 'named';

/**
 * Joins columns of the same kind if no record has a value in several of them, e.g. regular and reduced prices, or the
 * headings of cards with different layouts.
 */
export function joinAlternatives<T extends ReadColumn>(columns: readonly T[]): readonly T[] {
  const kinds = new Map<string, T[]>();
  for (const column of columns) {
    const kind = kindOf(column);
    if (kind !== undefined) kinds.set(kind, [...(kinds.get(kind) ?? []), column]);
  }
  return [...kinds].reduce((all, [kind, some]) => joinedOnce(all, some, kind), columns);
}

/** Returns a key that all columns to be joined must share. Undefined for a column that is never joined. */
function kindOf({ type, name, column }: ReadColumn): string | undefined {
  if (column.isList) return undefined;
  if (type === 'price') return name === 'saving' || /^old /.test(name) ? undefined : type;
  const heading = headingOf(firstNode(column));
  if (heading && (type === 'text' || type === 'link')) return `${type} ${heading.name}`;
  const isNamed = !/^(?:text|number|image)$/.test(name) && conceptsByName(name).length > 0;
  return type !== 'link' && isNamed ? `${sameName} ${type} ${name}` : undefined;
}

/** Returns the heading that contains a value, or the first heading inside a link. */
function headingOf(node: Element | undefined): Element | undefined {
  for (let up = node; up && !/^(?:article|li|tr)$/.test(up.name); up = asElement(up.parent))
    if (isHeading(up)) return up;
  return node?.name === 'a' ? findElement(node, isHeading) : undefined;
}

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);

/** Replaces the first set of alternatives among `candidates` with one column. */
function joinedOnce<T extends ReadColumn>(columns: readonly T[], candidates: readonly T[], kind: string): readonly T[] {
  for (const first of candidates) {
    const group = [first];
    for (const other of candidates)
      if (group.every((one) => one !== other && !areBoth(one.column, other.column))) group.push(other);
    if (
      group.length < 2 ||
      fillOf(group.map(({ column }) => column)) < (kind.startsWith(sameName) ? minNamedFill : minFill)
    )
      continue;
    const [one = first, ...others] = group.toSorted((a, b) => Number(b.name === b.type) - Number(a.name === a.type));
    const cells = joinedCells(group.map(({ column }) => column));
    const sources = [one, ...others].flatMap((column) => column.sources);
    const joined = { ...one, column: { ...one.column, cells }, sources };
    return columns.flatMap((column) => (others.includes(column) ? [] : column === one ? [joined] : [column]));
  }
  return columns;
}

const hasAt = ({ cells }: RecordColumn, at: number): boolean => (cells[at]?.length ?? 0) > 0;

/** True if a record has values in both columns. */
const areBoth = (one: RecordColumn, other: RecordColumn): boolean =>
  one.cells.some((_, at) => hasAt(one, at) && hasAt(other, at));

/** Returns the share of records that have a value in one of the columns. */
const fillOf = (group: readonly RecordColumn[]): number => {
  const cells = group[0]?.cells ?? [];
  return cells.filter((_, at) => group.some((one) => hasAt(one, at))).length / Math.max(1, cells.length);
};

/** True if no record has values in both columns, and nearly all records have a value in one of them. */
export const areAlternatives = (one: RecordColumn, other: RecordColumn): boolean =>
  !areBoth(one, other) && fillOf([one, other]) >= minFill;

/** For each record, returns the cells of the first column in which the record has a value. */
export const joinedCells = (group: readonly RecordColumn[]): RecordColumn['cells'] =>
  (group[0]?.cells ?? []).map((_, at) => group.find((one) => hasAt(one, at))?.cells[at] ?? []);
