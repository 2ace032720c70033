import { createHash } from 'node:crypto';
import { type InsertObject, sql } from 'kysely';
import { type ColumnKind, type Db, keyOfTable, type TableName, type Tables, tables } from '../schema';
import type { RawRow } from '../sqlite/table-reader';
import type { PostgresDatabase } from './postgres-database';

/** Number of rows read at once when databases are compared. */
const comparedAtOnce = 500;

const columnsOf = (table: TableName): readonly (readonly [string, ColumnKind])[] =>
  Object.entries(tables[table].columns);

/** Inserts rows from another database. Existing rows are not changed. */
export async function addRows(db: Db, table: TableName, rows: readonly RawRow[]): Promise<void> {
  const values = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, kept(value)])));
  await db
    .insertInto(table)
    .values(values as readonly InsertObject<Tables, TableName>[])
    .onConflict((it) => it.doNothing())
    .execute();
}

/** Converts bytes for the driver and replaces NUL characters, which PostgreSQL cannot store. */
const kept = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
};

/** Sets each sequence to the value after its highest inserted row. */
export async function resetSequences(db: Db): Promise<void> {
  for (const table of Object.keys(tables) as TableName[])
    for (const [column, kind] of columnsOf(table))
      if (kind === 'serial')
        await sql`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.id(column)}), 0) + 1, false)
          from ${sql.id(table)}`.execute(db);
}

/** Returns the tables that contain rows. Excludes `meta`, which is never empty. */
export async function filledTables(database: PostgresDatabase): Promise<readonly TableName[]> {
  const filled: TableName[] = [];
  for (const table of Object.keys(tables) as TableName[]) {
    if (table === 'meta') continue;
    const { rows } = await database.read((db) => sql`select 1 from ${sql.id(table)} limit 1`.execute(db));
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

/** Checksum of a table's content, computed from the rows one by one. */
export class TableSum {
  readonly #hash = createHash('sha256');
  readonly #columns: readonly (readonly [string, ColumnKind])[];
  rows = 0;

  constructor(table: TableName) {
    this.#columns = columnsOf(table);
  }

  /** Adds a row. A bytes value can be replaced with its SHA-256 in hex. */
  add(row: Readonly<Record<string, unknown>>): void {
    this.rows += 1;
    this.#hash.update(JSON.stringify(this.#columns.map(([name]) => plain(row[name]))));
  }

  get text(): string {
    return `${this.rows} ${this.#hash.copy().digest('hex')}`;
  }
}

const plain = (value: unknown): unknown =>
  value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : kept(value);

/** Returns a table's checksum. Bytes are hashed in the database, so that they need not be transferred. */
export async function sumTable(database: PostgresDatabase, table: TableName, signal: AbortSignal): Promise<TableSum> {
  const sum = new TableSum(table);
  const key = keyOfTable(table);
  const shown = columnsOf(table).map(([name, kind]) =>
    String(kind).startsWith('bytes')
      ? sql`encode(sha256(${sql.id(name)}), 'hex') as ${sql.id(name)}`
      : sql`${sql.id(name)}`,
  );
  const place = sql.join(key.map((column) => sql.id(column)));
  // Selects the key columns a second time under aliases, because the next batch needs the original values. In `shown`,
  // a bytes column is replaced with its hash.
  const places = sql.join(key.map((column, at) => sql`${sql.id(column)} as ${sql.id(`key ${at}`)}`));
  let after: readonly unknown[] | undefined;
  for (;;) {
    signal.throwIfAborted();
    const from = after ? sql`where (${place}) > (${sql.join([...after])})` : sql``;
    const query = sql<Record<string, unknown>>`select ${sql.join(shown)}, ${places} from ${sql.id(table)} ${from}
      order by ${place} limit ${comparedAtOnce}`;
    const { rows } = await database.read((db) => query.execute(db));
    for (const row of rows) sum.add(row);
    const last = rows.at(-1);
    if (!last || rows.length < comparedAtOnce) return sum;
    after = key.map((_, at) => last[`key ${at}`]);
  }
}
