import { AppError } from '../../../common/errors';
import type { PostgresDatabase } from '../../database/postgres/postgres-database';
import { addRows, filledTables, resetSequences, sumTable, TableSum } from '../../database/postgres/table-writer';
import { type Db, keyOfTable, type TableName, tables } from '../../database/schema';
import type { RawValue, TableReader } from '../../database/sqlite/table-reader';
import { freeAll } from '../recover';

/** Input for a migration. */
export interface MigrationParts {
  readonly from: TableReader;
  readonly to: PostgresDatabase;
  /** Path of the database file, which identifies the migration. */
  readonly source: string;
  readonly signal: AbortSignal;
  readonly progress: (done: MigrationProgress) => void;
}

/** Number of rows of one table that a migration has copied or checked so far. */
export interface MigrationProgress {
  readonly step: 'copy' | 'check';
  readonly table: TableName;
  readonly rows: number;
  /** Total number of rows in the table. */
  readonly of: number;
}

/** State of a migration, stored in the target database as a single document. */
interface Mark {
  readonly source: string;
  /** Database session of the migrating process. Absent in states stored by earlier versions. */
  readonly session?: string;
  readonly commits: number;
  /**
   * Tables that are complete. `after` is the key of the last row copied from the current table, and `rows` is the
   * number of rows copied from it.
   */
  readonly done: readonly TableName[];
  readonly after?: readonly (RawValue | { readonly hex: string })[];
  readonly rows?: number;
  readonly isFinished?: true;
}

/** Collection and ID of the document that contains the state of the migration. */
const place = { collection: 'migration', id: 'migration' } as const;

/**
 * Tables to copy. Documents are copied separately, and the rows in `meta` describe only the database that contains
 * them.
 */
const copied = (Object.keys(tables) as TableName[]).filter((table) => table !== 'document' && table !== 'meta');

/**
 * Copies every row of a database file to an empty PostgreSQL database, and compares the two. An interrupted migration
 * resumes, or starts over if the file has changed in the meantime. Returns the number of rows. Throws CONFLICT when the
 * target contains other data, and STORAGE_ERROR when the databases differ.
 */
export async function migrateRows(parts: MigrationParts): Promise<number> {
  let mark = await beginMark(parts);
  for (const table of copied.filter((one) => !mark.done.includes(one))) mark = await copyTable(parts, table, mark);
  await parts.to.write(resetSequences);
  let rows = 0;
  for (const table of copied) rows += await compare(parts, table);
  return rows;
}

/** Allows engines to start with the target database, and requeues work that was in progress. */
export async function finishMigration({ to }: Pick<MigrationParts, 'to'>): Promise<void> {
  await to.write(async (db) => {
    const mark = await readMark(db);
    if (mark) await freeAll(db);
    if (mark) await writeMark(db, { ...mark, isFinished: true });
  });
}

/** Throws CONFLICT when a migration to this database is unfinished. */
export async function assertMigrated(to: Pick<PostgresDatabase, 'read'>): Promise<void> {
  const mark = await to.read(readMark);
  if (!mark || mark.isFinished) return;
  const sentence = `The data of ${mark.source} is not complete in this database yet; run \`gleaner migrate\` again to continue.`;
  throw new AppError('CONFLICT', sentence);
}

async function beginMark({ from, to, source }: MigrationParts): Promise<Mark> {
  const fresh: Mark = { source, session: to.session, commits: from.commits, done: [] };
  const record = await to.read(readRecord);
  const known = record === undefined ? undefined : (JSON.parse(record) as Mark);
  if (known?.isFinished && known.source === source)
    throw new AppError('CONFLICT', `The data from ${source} has already been migrated to this database.`);
  const { session = to.session } = known ?? {};
  if (!known?.isFinished && session !== to.session && (await to.otherSessions()).has(session)) throw inProgress();
  if (known && !known.isFinished && known.source === source) {
    const isSame = known.commits === fresh.commits;
    const mark = isSame ? { ...known, session: to.session } : fresh;
    await claimMark(to, record, mark);
    // Starts over if the file has changed since the last attempt, because the copied rows may be outdated.
    if (!isSame) await deleteCopied(to);
    return mark;
  }
  const filled = await filledTables(to);
  if (filled.length > 0) {
    const sentence = `The target contains other data (${filled.join(', ')}); use an empty database.`;
    throw new AppError('CONFLICT', sentence);
  }
  await claimMark(to, record, fresh);
  return fresh;
}

const inProgress = (): AppError =>
  new AppError('CONFLICT', 'Another process is migrating data to this database; wait until it finishes.');

async function deleteCopied(to: PostgresDatabase): Promise<void> {
  for (const table of copied) await to.write((db) => db.deleteFrom(table).execute());
  await to.write((db) => db.deleteFrom('document').where('collection', '!=', place.collection).execute());
}

/** Copies a table. Commits each batch of rows together with the progress. */
async function copyTable({ from, to, signal, progress }: MigrationParts, table: TableName, mark: Mark): Promise<Mark> {
  const of = from.count(table);
  let now = mark;
  let rows = mark.rows ?? 0;
  for (const piece of from.rows(table, mark.after?.map(fromJson))) {
    signal.throwIfAborted();
    const last = piece.at(-1) ?? {};
    rows += piece.length;
    now = { ...now, rows, after: keyOfTable(table).map((column) => toJson(last[column] ?? null)) };
    await to.write(async (db) => {
      await addRows(db, table, piece);
      await writeMark(db, now);
    });
    progress({ step: 'copy', table, rows, of });
  }
  const { after: _, rows: __, ...rest } = now;
  const whole = { ...rest, done: [...mark.done, table] };
  await to.write((db) => writeMark(db, whole));
  return whole;
}

async function compare({ from, to, signal, progress }: MigrationParts, table: TableName): Promise<number> {
  const before = new TableSum(table);
  for (const piece of from.rows(table)) {
    signal.throwIfAborted();
    for (const row of piece) before.add(row);
  }
  const after = await sumTable(to, table, signal);
  if (before.text !== after.text) {
    const sentence = `The table ${table} differs between source and target (${before.rows} and ${after.rows} rows); nothing was changed in the data folder. Empty the target and migrate again.`;
    throw new AppError('STORAGE_ERROR', sentence);
  }
  progress({ step: 'check', table, rows: after.rows, of: before.rows });
  return after.rows;
}

async function readRecord(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('document')
    .select('record')
    .where('collection', '=', place.collection)
    .where('id', '=', place.id)
    .executeTakeFirst();
  return row?.record;
}

async function readMark(db: Db): Promise<Mark | undefined> {
  const record = await readRecord(db);
  return record === undefined ? undefined : (JSON.parse(record) as Mark);
}

const recordOf = (mark: Mark): string => JSON.stringify({ _id: place.id, ...mark });

/**
 * Replaces the stored state of the migration. Throws CONFLICT when another process has changed that state since it was
 * read.
 */
async function claimMark(to: PostgresDatabase, before: string | undefined, mark: Mark): Promise<void> {
  const record = recordOf(mark);
  const claimed = await to.write((db) =>
    before === undefined
      ? db
          .insertInto('document')
          .values({ ...place, version: 1, record })
          .onConflict((it) => it.columns(['collection', 'id']).doNothing())
          .returning('id')
          .execute()
      : db
          .updateTable('document')
          .set({ record })
          .where('collection', '=', place.collection)
          .where('id', '=', place.id)
          .where('record', '=', before)
          .returning('id')
          .execute(),
  );
  if (claimed.length === 0) throw inProgress();
}

async function writeMark(db: Db, mark: Mark): Promise<void> {
  const record = recordOf(mark);
  await db
    .insertInto('document')
    .values({ ...place, version: 1, record })
    .onConflict((it) => it.columns(['collection', 'id']).doUpdateSet({ record }))
    .execute();
}

type JsonKey = NonNullable<Mark['after']>[number];

const toJson = (value: RawValue): JsonKey =>
  value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;

const fromJson = (value: JsonKey): RawValue =>
  typeof value === 'object' && value !== null && 'hex' in value ? Buffer.from(value.hex, 'hex') : value;
