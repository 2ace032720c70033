import { isPriceName } from '../../core/common/prices/price-columns';
import type { RowColumn } from '../../core/common/rows';

/** Rows from one run of a monitored table. */
export interface RunTable {
  /** Sequential number of the run. */
  readonly number: number;
  readonly at: string;
  readonly columns: readonly RowColumn[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Values of a row in all runs, oldest first. */
export interface RowCurve {
  readonly key: string;
  /** One value per run. Undefined for a run in which the row has no number. */
  readonly values: readonly (number | undefined)[];
  readonly first: number;
  readonly last: number;
  /** Change from the first to the last value, as a fraction of the first value. Undefined if the first value is 0. */
  readonly change?: number;
}

/** A drop is large if it exceeds this fraction of the first value. */
export const largeFall = 0.1;

/** Matches the names of columns that contain stock quantities. */
const stockWords = /stock|bestand|vorrat|quantity|menge|left|available/i;
const rankOf = (name: string): number => (isPriceName(name) ? 0 : stockWords.test(name) ? 1 : 2);

/**
 * Returns the columns that contain numbers in the latest run. Prices come first, then stock, then the other columns.
 */
export function numberColumns(runs: readonly RunTable[]): readonly string[] {
  const numbers = (runs.at(-1)?.columns ?? []).filter(({ type }) => type === 'number').map(({ id }) => id);
  return numbers.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/**
 * Returns the column that identifies the rows: the monitor's key if set, otherwise the first text column with distinct
 * values.
 */
export function keyColumn(runs: readonly RunTable[], key: string | undefined): string | undefined {
  if (key !== undefined) return key;
  const { columns = [], rows = [] } = runs.at(-1) ?? {};
  const isDistinct = (id: string): boolean => new Set(rows.map((row) => row[id])).size === rows.length;
  return columns.find(({ id, type }) => (type === 'text' || type === 'link') && isDistinct(id))?.id;
}

/**
 * Returns one curve for each row of the latest run, sorted by drop (largest first). If several rows have the same key,
 * only the first of them is used.
 */
export function rowCurves(runs: readonly RunTable[], key: string, column: string): readonly RowCurve[] {
  const tables = runs.map(({ rows }) => {
    const values = new Map<string, number>();
    for (const row of rows) {
      const [name, value] = [String(row[key] ?? ''), row[column]];
      if (name !== '' && typeof value === 'number' && !values.has(name)) values.set(name, value);
    }
    return values;
  });
  const names = [...(tables.at(-1)?.keys() ?? [])];
  const curves = names.flatMap((name): RowCurve[] => {
    const values = tables.map((table) => table.get(name));
    const known = values.filter((value) => value !== undefined);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ key: name, values, first, last, change: first === 0 ? undefined : (last - first) / Math.abs(first) }];
  });
  return curves.toSorted((one, other) => (one.change ?? 0) - (other.change ?? 0));
}

/** True if the value dropped by more than 10%. */
export const hasFallen = ({ change = 0 }: RowCurve): boolean => change < -largeFall;

/** Returns a curve as the points of SVG polylines within the given size. A run without a value leaves a gap. */
export function curveLines(values: RowCurve['values'], width: number, height: number): readonly string[] {
  const known = values.filter((value) => value !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = high - low;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const lines: string[][] = [[]];
  values.forEach((value, at) => {
    if (value === undefined) lines.push([]);
    else {
      const y = span === 0 ? height / 2 : height - ((value - low) / span) * height;
      lines.at(-1)?.push(`${Math.round(at * step * 10) / 10},${Math.round(y * 10) / 10}`);
    }
  });
  return lines.filter((line) => line.length > 0).map((line) => line.join(' '));
}
