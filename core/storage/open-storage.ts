import { join } from 'node:path';
import { systemClock } from '../common/clock';
import type { DataDir } from '../data-folder/data-dir';
import { makeReserve, openDataDir, useReserve } from '../data-folder/data-dir';
import { markFormat, setEarlierAside, takeOver } from '../data-folder/earlier-format';
import { FolderWatch, lostCommits } from '../data-folder/folder-watch';
import { isDamaged, SqlDatabase } from '../database/database';
import { salvage } from '../database/salvage';
import { silentLog } from '../log';
import { type MemoryStorage, withUnkeptJobs } from '../retention/unkept-jobs';
import type { DocumentStore, StoredDocument } from '../user-documents/document-store';
import { NedbDocuments, type NedbDocumentsOptions } from '../user-documents/nedb-documents';
import type { StorageContext } from './context';
import { failUncounted, recover } from './sql/recover';
import { sqlStores } from './sql/sql-storage';
import type { Storage } from './storage';

type Warn = (message: string) => void;

/** Opens a data folder: locked, of the present format, damage repaired as far as possible and said in `warnings`. */
export async function openStorage(path: string, options: Partial<StorageContext> = {}): Promise<Storage> {
  const context = contextOf(options);
  await useReserve(path);
  const dir = await openDataDir(path);
  const warnings: string[] = [];
  const warn = warner(warnings, context);
  try {
    const earlier = await setEarlierAside(dir.path);
    const database = await openDatabase(dir, context, warn);
    await markFormat(dir.path);
    await makeReserve(dir.path);
    const documents = new DocumentFiles((name) => ({ path: dir.file(`${name}.db`), context, warn }));
    const stores = sqlStores(database, context, warn);
    if (earlier) warnings.push(await takeOver(earlier, stores, context));
    const unkept = withUnkeptJobs(stores, () => memoryStorage(context), context);
    const watch = new FolderWatch(dir, database, (error) => context.onLost?.(error));
    return {
      ...stores,
      ...unkept.stores,
      documents: (name) => documents.of(name),
      warnings,
      announce: (address) => dir.lock.announce(address),
      close: async () => {
        await documents.close();
        await unkept.close();
        await database.close();
        await watch.stop();
        dir.lock.release();
      },
    };
  } catch (thrown) {
    dir.lock.release();
    throw thrown;
  }
}

/** Every store in memory, by the same code: for tests, and for runs that must leave nothing behind. */
export async function memoryStorage(options: Partial<StorageContext> = {}): Promise<MemoryStorage> {
  const context = contextOf(options);
  const warnings: string[] = [];
  const warn = warner(warnings, context);
  const database = await SqlDatabase.open();
  const documents = new DocumentFiles(() => ({ context, warn }));
  return {
    ...sqlStores(database, context, warn),
    documents: (name) => documents.of(name),
    warnings,
    announce: async () => undefined,
    usedBytes: () => database.usedBytes,
    close: async () => {
      await documents.close();
      await database.close();
    },
  };
}

async function openDatabase(dir: DataDir, context: StorageContext, warn: Warn): Promise<SqlDatabase> {
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

/** A store of documents for each name, made when it is first asked for. */
class DocumentFiles {
  readonly #options: (name: string) => NedbDocumentsOptions;
  readonly #stores = new Map<string, NedbDocuments<StoredDocument>>();

  constructor(options: (name: string) => NedbDocumentsOptions) {
    this.#options = options;
  }

  of<T extends StoredDocument>(name: string): DocumentStore<T> {
    const store = this.#stores.get(name) ?? new NedbDocuments<StoredDocument>(this.#options(name));
    this.#stores.set(name, store);
    return store as DocumentStore<StoredDocument> as DocumentStore<T>;
  }

  async close(): Promise<void> {
    for (const store of this.#stores.values()) await store.close();
  }
}

/** Tells damage to the log, and once to the list of warnings. */
function warner(warnings: string[], { log }: StorageContext): Warn {
  return (message) => {
    if (!warnings.includes(message)) warnings.push(message);
    log.warn(message);
  };
}

const contextOf = (options: Partial<StorageContext>): StorageContext => ({
  log: options.log ?? silentLog,
  clock: options.clock ?? systemClock,
  onLost: options.onLost,
  unkeptBytes: options.unkeptBytes,
});
