import type { RecipeField } from '../../../common/recipe';
import { findMoney } from '../../../common/values/money';
import { isCrossedOut, isSaidFormer } from '../../extraction/rules/page/struck';
import type { RecordColumn } from '../columns';
import { areAlternatives, joinedCells } from './alternatives';
import { areSavings } from './price-kinds';

/** A column. `sources` is set only if the sources are already known. */
export interface JoinedColumn {
  readonly column: RecordColumn;
  readonly sources?: RecipeField['sources'];
}

/** Returns the sources that yield the values of a column in the given records. Empty if no source does. */
type FindSources = (column: RecordColumn, isWanted?: (record: number) => boolean) => RecipeField['sources'];

/**
 * Joins prices at two positions into one column if no record has both, e.g. the prices of reduced and of full-price
 * products. Joins them only if the joined column has sources.
 */
export function joinedPositions(columns: readonly RecordColumn[], find: FindSources): readonly JoinedColumn[] {
  const prices = columns.filter(isPartlyFilledPrice);
  for (const [at, one] of prices.entries())
    for (const two of prices.slice(at + 1)) {
      if (!areAlternatives(one, two)) continue;
      const joined = { ...one, cells: joinedCells([one, two]) };
      const sources = sourcesOfBoth(joined, [one, two], find);
      if (sources.length > 0)
        return columns.flatMap((column) =>
          column === two ? [] : column === one ? [{ column: joined, sources }] : [{ column }],
        );
    }
  return columns.map((column) => ({ column }));
}

/**
 * Returns the sources of a joined column. If there are none, returns one source for each of the two original columns,
 * to be tried in order.
 */
function sourcesOfBoth(
  joined: RecordColumn,
  parts: readonly [RecordColumn, RecordColumn],
  find: FindSources,
): RecipeField['sources'] {
  const sources = find(joined);
  if (sources.length > 0) return sources;
  const isEmptyIn = ({ cells }: RecordColumn, record: number): boolean => cells[record]?.length === 0;
  for (const [first, second] of [parts, parts.toReversed()]) {
    if (!first || !second) continue;
    const [own] = find(first);
    const [other] = own ? find(second, (record) => isEmptyIn(first, record)) : [];
    if (own && other) return [own, other];
  }
  return [];
}

/** True for a column of unlabelled current prices that is empty in some records. */
const isPartlyFilledPrice = (column: RecordColumn): boolean =>
  column.what === 'text' &&
  !column.isList &&
  column.label === '' &&
  column.cells.some(({ length }) => length === 0) &&
  column.cells
    .flat()
    .every(
      ({ text, node }) => findMoney(text)[0]?.currency !== undefined && !isCrossedOut(node) && !isSaidFormer(node),
    ) &&
  !areSavings(column);
