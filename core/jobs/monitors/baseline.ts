import { isPriceName } from '../../common/prices/price-columns';
import type { ReadValues, Row } from '../../common/saved-job';
import { isEmpty } from '../rows/fold';
import { numberIn } from './conditions';

/** Maximum number of columns in a summary. */
const maxColumns = 3;

/**
 * Returns the lowest and highest values in each of the given columns. If no values are found, uses the price columns
 * or, without price columns, the first column of numbers.
 */
export function valuesRead(rows: readonly Row[], wanted: readonly string[]): ReadValues['columns'] {
  const named = [...new Set(wanted)].flatMap((column) => rangeOf(rows, column) ?? []);
  if (named.length > 0) return named.slice(0, maxColumns);
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const prices = columns.filter(isPriceName);
  const ranges = (prices.length > 0 ? prices : columns).flatMap((column) => rangeOf(rows, column, true) ?? []);
  return ranges.slice(0, prices.length > 0 ? maxColumns : 1);
}

/**
 * Returns the lowest and highest numbers in a column. If all values in a column without numbers are equal, returns that
 * value, unless `isNumeric` is true.
 */
function rangeOf(rows: readonly Row[], column: string, isNumeric = false): ReadValues['columns'][number] | undefined {
  const values = rows.map((row) => row[column]).filter((value) => !isEmpty(value));
  const numbers = values.flatMap((value) => {
    const number = numberIn(value);
    return number === undefined ? [] : [{ number, value }];
  });
  const sorted = numbers.toSorted((one, other) => one.number - other.number);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first && last) return { column, low: textOf(first.value), high: textOf(last.value) };
  const [only, ...others] = new Set(values.map(textOf));
  return isNumeric || only === undefined || others.length > 0 ? undefined : { column, low: only, high: only };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 120);
