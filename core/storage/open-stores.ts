import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFiles } from '../platform/data-folder/data-dir';
import { type Counted, FolderWatch, lostCommits } from '../platform/data-folder/folder-watch';
import type { StorageContext } from '../ports/context';
import { leaseMs } from '../ports/jobs/frontier';
import type { ObjectStore } from '../ports/object-store';
import type { SqlDatabase } from './database/database';
import { salvage } from './database/sqlite/salvage';
import { isDamaged, SqliteDatabase } from './database/sqlite/sqlite-database';
import { type SqlStores, sqlStores } from './sql-storage';
import { failUncounted, type Lost, recover, recoverShared } from './sql-stores/recover';

/** Called with a message for the user when damage is found. */
export type Warn = (message: string) => void;

/** Stores in a data directory's database. */
export interface OpenStores {
  readonly stores: SqlStores;
  /** Waits for pending writes and closes the database. */
  close(): Promise<void>;
}

interface Opened {
  readonly database: SqlDatabase;
  /** Stored transaction counts, used to detect a lost database file. */
  readonly counted: Counted;
  /** Object store for large bodies. */
  readonly objects?: ObjectStore & { close(): void };
}

/**
 * Opens the database of a locked directory. Repairs damage as far as possible, and reports it to `warn`. If
 * `databaseUrl` is given, opens that PostgreSQL database instead. The directory then contains only documents, settings
 * and secrets.
 */
export async function openStores(
  dir: DataFiles,
  context: StorageContext,
  warn: Warn,
  databaseUrl?: string,
): Promise<OpenStores> {
  const { database, counted, objects } =
    databaseUrl === undefined
      ? await openDatabase(dir, context, warn)
      : await openShared(databaseUrl, dir, context, warn);
  const watch = new FolderWatch(dir, counted, (error) => context.onLost?.(error));
  const stores = sqlStores(database, context, warn, objects);
  return {
    stores,
    close: async () => {
      await stores.leave();
      await database.close();
      objects?.close();
      await watch.stop();
    },
  };
}

/**
 * Minimum idle timeout of a transaction, in ms. It applies even if leases are shorter, because a busy process may send
 * no statements for several seconds.
 */
const minIdleMs = 10_000;

async function openShared(url: string, dir: DataFiles, context: StorageContext, warn: Warn): Promise<Opened> {
  const { PostgresDatabase } = await import('./database/postgres/postgres-database');
  const { assertMigrated } = await import('./sql-stores/fleet/migrate-data');
  const { objects: given } = context;
  const objects = given && (await (await import('../platform/objects/s3-store')).S3Store.open(given));
  const database = await PostgresDatabase.open(url, Math.max(minIdleMs, context.leaseMs ?? leaseMs));
  await assertMigrated(database).catch(async (thrown: unknown) => {
    await database.close();
    throw thrown;
  });
  if (existsSync(dir.file('gleaner.db')))
    warn(
      `${dir.file('gleaner.db')} is not used, because GLEANER_DATABASE_URL points to another database. The jobs and results in gleaner.db reappear when you start Gleaner without this variable.`,
    );
  reportLost(await recoverShared(database, context), warn);
  return { database, counted: { commits: 0 }, objects };
}

async function openDatabase(dir: DataFiles, context: StorageContext, warn: Warn): Promise<Opened> {
  const path = join(dir.path, 'gleaner.db');
  let salvaged = false;
  const database = await SqliteDatabase.open(path).catch(async (thrown: unknown) => {
    if (!isDamaged(thrown)) throw thrown;
    warn(await salvage(path, context.clock));
    salvaged = true;
    return SqliteDatabase.open(path);
  });
  // Skips the check for lost transactions after a salvage, because the new database contains fewer transactions than
  // expected. The user has already been warned.
  const missing = salvaged ? 0 : await lostCommits(dir, database);
  if (missing > 0)
    warn(
      `The last ${missing} changes before this start are missing: a file of the database (gleaner.db-wal) was lost or truncated, or the power failed. Jobs continue with the remaining data.`,
    );
  reportLost(await recover(database), warn);
  if (salvaged) await database.write(failUncounted);
  return { database, counted: database };
}

/** Reports data that was destroyed by an earlier crash. */
function reportLost(lost: Lost, warn: Warn): void {
  if (lost.results > 0)
    warn(
      `${lost.results} results of ${lost.jobs} jobs were lost because data was damaged; the jobs report the loss. Start them again.`,
    );
}
