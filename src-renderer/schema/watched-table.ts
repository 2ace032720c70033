/** A table to watch, and the request for a job that reads all of its rows. */
export interface WatchedTable {
  readonly request: Readonly<Record<string, unknown>>;
  /** ID of a finished job with this request, if any. This job is saved instead of the request. */
  readonly jobId?: string;
  /** Name of the list, or its URL. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Column that identifies the rows, if any. */
  readonly key?: string;
  /** Estimated number of rows. */
  readonly rows?: number;
}

type Row = Readonly<Record<string, unknown>>;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !/^[\d\s.,/:€$£%-]+$/.test(value);
const isUrl = (value: string): boolean => /^(?:https?:)?\//.test(value);

/**
 * Returns the first column that has a different text in every row. Skips columns with empty or numeric values, and
 * prefers columns without URLs.
 */
export function tableKey(columns: readonly string[], rows: readonly Row[]): string | undefined {
  const unique = columns.filter((column) => {
    const values = rows.map((row) => row[column]);
    return rows.length > 1 && values.every(isName) && new Set(values).size === values.length;
  });
  return unique.find((column) => !rows.some((row) => isUrl(String(row[column])))) ?? unique[0];
}
