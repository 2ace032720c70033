import type { RecipeField } from '../../../common/recipe';
import type { NamedColumn } from '../column-order';

/** A column with the sources of its values. */
interface ReadColumn extends NamedColumn {
  readonly sources: RecipeField['sources'];
}

/** Two price columns are joined only if at least this share of the records has a price in one of them. */
const minFill = 0.9;

/**
 * Joins two price columns if no record has both prices, e.g. a column of regular prices and a column of reduced prices.
 */
export function joinAlternatives<T extends ReadColumn>(columns: readonly T[]): readonly T[] {
  const prices = columns.filter(({ type, name, column }) => type === 'price' && !column.isList && !/^old /.test(name));
  const pair = prices.flatMap((one, at) =>
    prices.slice(at + 1).flatMap((two) => (areAlternatives(one, two) ? [[one, two]] : [])),
  )[0];
  const [one, two] = pair?.toSorted((a, b) => Number(b.name === 'price') - Number(a.name === 'price')) ?? [];
  if (!one || !two) return columns;
  const cells = one.column.cells.map((own, at) => (own.length > 0 ? own : (two.column.cells[at] ?? [])));
  const joined = { ...one, column: { ...one.column, cells }, sources: [...one.sources, ...two.sources] };
  return columns.flatMap((column) => (column === two ? [] : column === one ? [joined] : [column]));
}

function areAlternatives({ column: { cells } }: ReadColumn, { column: { cells: others } }: ReadColumn): boolean {
  const own = cells.map(({ length }) => length > 0);
  const other = others.map(({ length }) => length > 0);
  const filled = own.filter((has, at) => has || other[at]).length;
  return (
    own.includes(true) &&
    other.includes(true) &&
    filled >= own.length * minFill &&
    !own.some((has, at) => has && other[at])
  );
}
