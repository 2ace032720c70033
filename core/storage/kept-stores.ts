import { join } from 'node:path';
import type { DataFiles } from '../data-folder/data-dir';
import { FolderWatch, lostCommits } from '../data-folder/folder-watch';
import { isDamaged, SqlDatabase } from '../database/database';
import { salvage } from '../database/salvage';
import type { StorageContext } from './context';
import { failUncounted, recover } from './sql/recover';
import { type SqlStores, sqlStores } from './sql/sql-storage';

/** Is told of damage, in a sentence for people. */
export type Warn = (message: string) => void;

/** The stores of a data folder's database. */
export interface KeptStores {
  readonly stores: SqlStores;
  /** Waits for writes under way and closes the database. */
  close(): Promise<void>;
}

/** Opens the database of a locked folder, damage repaired as far as possible and told to `warn`. */
export async function openKept(dir: DataFiles, context: StorageContext, warn: Warn): Promise<KeptStores> {
  const database = await openDatabase(dir, context, warn);
  const watch = new FolderWatch(dir, database, (error) => context.onLost?.(error));
  return {
    stores: sqlStores(database, context, warn),
    close: async () => {
      await database.close();
      await watch.stop();
    },
  };
}

async function openDatabase(dir: DataFiles, context: StorageContext, warn: Warn): Promise<SqlDatabase> {
  const path = join(dir.path, 'gleaner.db');
  let salvaged = false;
  const database = await SqlDatabase.open(path).catch(async (thrown: unknown) => {
    if (!isDamaged(thrown)) throw thrown;
    warn(await salvage(path, context.clock));
    salvaged = true;
    return SqlDatabase.open(path);
  });
  // A database made anew has fewer transactions for a reason that was told.
  const missing = salvaged ? 0 : await lostCommits(dir, database);
  if (missing > 0)
    warn(
      `The last ${missing} changes before this start are missing: a file of the database (gleaner.db-wal) was lost or cut, or the power failed. Jobs go on from what is left.`,
    );
  const lost = await recover(database);
  if (salvaged) await database.write(failUncounted);
  if (lost.results > 0)
    warn(`${lost.results} results of ${lost.jobs} jobs were lost by damage; the jobs say so. Start them again.`);
  return database;
}
