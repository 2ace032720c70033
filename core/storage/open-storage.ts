import { systemClock } from '../common/concurrency/clock';
import { silentLog } from '../common/log';
import { type DataFiles, makeReserve, openDataDir, useReserve } from '../platform/data-folder/data-dir';
import { archiveEarlierFormat, importHistory, markFormat } from '../platform/data-folder/earlier-format';
import { beginRestore } from '../platform/data-folder/pending-restore';
import { DocumentCollections } from '../platform/user-documents/document-collections';
import { DocumentCounts } from '../platform/user-documents/document-counts';
import { NedbDocuments } from '../platform/user-documents/nedb-documents';
import { SharedDocuments } from '../platform/user-documents/shared-documents';
import type { StorageContext } from '../ports/context';
import type { Storage } from '../ports/storage';
import type { OpenStores, Warn } from './open-stores';
import { PendingScrapes } from './pending-scrapes';
import { type MemoryStorage, withZeroRetention } from './retention/zero-retention';
import type { StorageThread } from './storage-thread';

/** Options for opening a data directory. */
export interface OpenOptions extends Partial<StorageContext> {
  /**
   * Starts a thread for SQLite, because calls to SQLite block the calling thread. If absent, SQLite runs on the calling
   * thread. Ignored if `databaseUrl` is set.
   */
  readonly thread?: () => StorageThread;
  /** `postgres://` URL of a database to use instead of a file in the directory. */
  readonly databaseUrl?: string;
}

/** Opens, locks and migrates a data directory. Repairs damage as far as possible, and lists it in `warnings`. */
export async function openStorage(path: string, options: OpenOptions = {}): Promise<Storage> {
  const { thread, databaseUrl } = options;
  const context = contextOf(options);
  await useReserve(path);
  const dir = await openDataDir(path);
  const warnings: string[] = [];
  const warn = warner(warnings, context);
  try {
    const restore = await beginRestore(dir.path);
    const earlier = await archiveEarlierFormat(dir.path);
    const opening =
      thread && databaseUrl === undefined
        ? thread().open(dir.path, context, warn)
        : openHere(dir, context, warn, databaseUrl);
    const kept = await opening.catch(async (thrown: unknown) => {
      await restore?.undo();
      throw thrown;
    });
    await restore?.finish();
    if (restore) warnings.push(restore.sentence);
    await markFormat(dir.path);
    await makeReserve(dir.path);
    const { documentRows, ...stores } = kept.stores;
    const isShared = databaseUrl !== undefined;
    const counts = new DocumentCounts(dir.file('documents.json'));
    const documents = new DocumentCollections((name) =>
      isShared
        ? new SharedDocuments(documentRows, name)
        : new NedbDocuments({ path: dir.file(`${name}.db`), counts, context, warn }),
    );
    // Reads all documents immediately, so that a missing file is reported at startup.
    if (!isShared) for (const name of counts.names) await documents.of(name).all();
    if (earlier) warnings.push(await importHistory(earlier, stores, context));
    const zeroRetention = withZeroRetention(stores, () => memoryStorage(context), context);
    const scrapes = new PendingScrapes(stores.scrapes);
    return {
      ...stores,
      ...zeroRetention.stores,
      scrapes,
      copyTo: async (path) => {
        await scrapes.settled();
        await stores.copyTo(path);
      },
      documents: (name) => documents.of(name),
      ...(isShared ? { sharedVersions: () => documentRows.versions() } : {}),
      warnings,
      announce: (address) => dir.lock.announce(address),
      close: async () => {
        await documents.close();
        await zeroRetention.close();
        await scrapes.settled();
        await kept.close();
        dir.lock.release();
      },
    };
  } catch (thrown) {
    dir.lock.release();
    throw thrown;
  }
}

/**
 * Opens the database on this thread. Loads the query layer on demand, because an engine with a separate database thread
 * does not need it.
 */
async function openHere(
  dir: DataFiles,
  context: StorageContext,
  warn: Warn,
  databaseUrl: string | undefined,
): Promise<OpenStores> {
  const { openStores } = await import('./open-stores');
  return openStores(dir, context, warn, databaseUrl);
}

/**
 * Opens all stores in memory, with the same code as for a directory. Used in tests, and in runs that must not leave any
 * data behind.
 */
export async function memoryStorage(options: Partial<StorageContext> = {}): Promise<MemoryStorage> {
  const context = contextOf(options);
  const warnings: string[] = [];
  const warn = warner(warnings, context);
  const { SqliteDatabase } = await import('./database/sqlite/sqlite-database');
  const { sqlStores } = await import('./sql-storage');
  const database = await SqliteDatabase.open();
  const documents = new DocumentCollections(() => new NedbDocuments({ context, warn }));
  const { documentRows: _, ...stores } = sqlStores(database, context, warn);
  const scrapes = new PendingScrapes(stores.scrapes);
  return {
    ...stores,
    scrapes,
    documents: (name) => documents.of(name),
    warnings,
    announce: async () => undefined,
    usedBytes: () => database.usedBytes,
    close: async () => {
      await documents.close();
      await scrapes.settled();
      await database.close();
    },
  };
}

/** Returns a function that logs damage and adds each message to the list of warnings once. */
function warner(warnings: string[], { log }: StorageContext): Warn {
  return (message) => {
    if (!warnings.includes(message)) warnings.push(message);
    log.warn(message);
  };
}

const contextOf = ({ log = silentLog, clock = systemClock, ...given }: Partial<StorageContext>): StorageContext => ({
  ...given,
  log,
  clock,
});
