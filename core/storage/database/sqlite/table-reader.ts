import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { AppError } from '../../../common/errors';
import { isPresentSchema } from '../migrate';
import { keyOfTable, type TableName } from '../schema';
import { sqliteSchema } from './sqlite-schema';

/** A value in a row. */
export type RawValue = SQLOutputValue;

/** A row's values by column name. */
export type RawRow = Readonly<Record<string, RawValue>>;

/** Limits of a single read: number of rows, and number of bytes. A row that exceeds the byte limit is read alone. */
const [maxRows, maxBytes] = [500, 8 * 1024 ** 2];

/** Reads tables from a database file that is not in use. Does not change the file. */
export class TableReader {
  readonly #raw: DatabaseSync;

  /** Opens the file. Throws STORAGE_ERROR when it is not a database of this version. */
  constructor(path: string) {
    this.#raw = new DatabaseSync(path, { readOnly: true });
    const last = this.#raw.prepare('select max(name) as name from kysely_migration').get()?.name;
    if (isPresentSchema(last, sqliteSchema)) return;
    this.#raw.close();
    throw new AppError(
      'STORAGE_ERROR',
      `${path} was written by another version of Gleaner. To upgrade the file, start this version once with the data folder that contains it, stop Gleaner, and try again.`,
    );
  }

  /** Number of transactions ever committed. If it has not changed since an earlier read, neither has the file. */
  get commits(): number {
    return Number(this.#raw.prepare("select value from meta where name = 'commits'").get()?.value ?? 0);
  }

  count(table: TableName): number {
    return Number(this.#raw.prepare(`select count(*) as rows from "${table}"`).get()?.rows ?? 0);
  }

  /** Yields all rows, or the rows after a key, in key order and in batches. */
  *rows(table: TableName, after?: readonly RawValue[]): Generator<readonly RawRow[]> {
    const key = keyOfTable(table).map((column) => `"${column}"`);
    const where = after ? `where (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : '';
    const query = this.#raw.prepare(`select * from "${table}" ${where} order by ${key.join(', ')}`);
    let rows: RawRow[] = [];
    let bytes = 0;
    for (const row of query.iterate(...(after ?? []))) {
      rows.push({ ...row });
      bytes += sizeOf(row);
      if (rows.length < maxRows && bytes < maxBytes) continue;
      yield rows;
      [rows, bytes] = [[], 0];
    }
    if (rows.length > 0) yield rows;
  }

  close(): void {
    this.#raw.close();
  }
}

const sizeOf = (row: RawRow): number =>
  Object.values(row).reduce<number>((sum, value) => {
    if (value instanceof Uint8Array || typeof value === 'string') return sum + value.length;
    return sum + 8;
  }, 0);
