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

/** Is told of damage, in a sentence for people. */
export type Warn = (message: string) => void;

/** The stores of a data folder's database. */
export interface KeptStores {
  readonly stores: SqlStores;
  /** Waits for writes under way and closes the database. */
  close(): Promise<void>;
}

/** What is told of a database while it is opened. */
interface Opened {
  readonly database: SqlDatabase;
  /** Counts its transactions, where files of it may be lost. */
  readonly counted: Counted;
  /** Keeps large bodies. */
  readonly objects?: ObjectStore & { close(): void };
}

/**
 * Opens the database of a locked folder, damage repaired as far as possible and told to `warn`; with a URL that of PostgreSQL instead,
 * for which the folder keeps documents, settings and secrets only.
 */
export async function openKept(
  dir: DataFiles,
  context: StorageContext,
  warn: Warn,
  databaseUrl?: string,
): Promise<KeptStores> {
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

/** However short a lease is, a busy process may send nothing for so long inside a transaction, in milliseconds. */
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
      `${dir.file('gleaner.db')} is not used, because GLEANER_DATABASE_URL names another database. Its jobs and results are there again when you start Gleaner without it.`,
    );
  tellLost(await recoverShared(database, context), warn);
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
  // A database made anew has fewer transactions for a reason that was told.
  const missing = salvaged ? 0 : await lostCommits(dir, database);
  if (missing > 0)
    warn(
      `The last ${missing} changes before this start are missing: a file of the database (gleaner.db-wal) was lost or cut, or the power failed. Jobs go on from what is left.`,
    );
  tellLost(await recover(database), warn);
  if (salvaged) await database.write(failUncounted);
  return { database, counted: database };
}

/** Tells what an earlier end has cost. */
function tellLost(lost: Lost, warn: Warn): void {
  if (lost.results > 0)
    warn(`${lost.results} results of ${lost.jobs} jobs were lost by damage; the jobs say so. Start them again.`);
}
