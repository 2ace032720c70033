import type { ChangedCell, ChangedRow, Row, RowDifference } from '../../common/saved-job';
import { isEmpty } from '../rows/fold';

/** Options for a row comparison. */
export interface ComparisonOptions {
  /** Column that identifies rows. If absent, entire rows are compared. */
  readonly key?: string;
  readonly ignore?: readonly string[];
}

/** Returns the canonical form of a value as a string. White space is normalized, and the order of fields is ignored. */
function plain(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.replace(/\s+/g, ' ').trim());
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(plain).join(',')}]`;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${plain(one)}`).join(',')}}`;
}

/** True if two values differ at most in white space or in the order of fields. */
export const isSameValue = (one: unknown, other: unknown): boolean => plain(one) === plain(other);

/** Compares two lists of rows, ignoring the order of rows and columns. */
export function compareRows(
  before: readonly Row[],
  after: readonly Row[],
  { key, ignore = [] }: ComparisonOptions = {},
): RowDifference {
  const left = new Set(ignore);
  const counting = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name)));
  const names = namesOf(key, counting);
  const old = names(before);
  const added: Row[] = [];
  const changed: ChangedRow[] = [];
  for (const [name, row] of names(after)) {
    const was = old.get(name);
    old.delete(name);
    if (was === undefined) added.push(row);
    else if (key !== undefined) {
      const cells = cellsOf(counting(was), counting(row));
      if (cells.length > 0) changed.push({ key: textOf(row[key]), cells });
    }
  }
  return { added, removed: [...old.values()], changed };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/**
 * Identifies rows by their key, or by their compared values if there is no key. Rows with the same identity are
 * numbered.
 */
function namesOf(key: string | undefined, counting: (row: Row) => Row) {
  return (rows: readonly Row[]): Map<string, Row> => {
    const seen = new Map<string, number>();
    const named = new Map<string, Row>();
    for (const row of rows) {
      const value = key === undefined || isEmpty(row[key]) ? counting(row) : row[key];
      const name = plain(value);
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      named.set(times === 1 ? name : `${name} ${times}`, row);
    }
    return named;
  };
}

function cellsOf(before: Row, after: Row): readonly ChangedCell[] {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return columns
    .filter((column) => !isSameValue(before[column], after[column]))
    .map((column) => ({ column, before: before[column] ?? null, after: after[column] ?? null }));
}
