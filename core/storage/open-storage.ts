import type { StorageContext } from './context';
import { silentLog, systemClock } from './context';
import type { DataDir } from './data-dir';
import { openDataDir } from './data-dir';
import { DiskActivityStore } from './disk/activity-store';
import { BlobFiles } from './disk/blob-files';
import { BlobReferences } from './disk/blob-references';
import type { Row } from './disk/document-file';
import { DocumentFile } from './disk/document-file';
import { DiskFileStore } from './disk/file-store';
import { DiskKeyStore } from './disk/key-store';
import { DiskPageCache } from './disk/page-cache';
import { DiskScrapeStore } from './disk/scrape-store';
import { DiskTrackingStore } from './disk/tracking-store';
import { MemoryActivityStore } from './memory/activity-store';
import { MemoryBlobStore } from './memory/blob-store';
import { MemoryFileStore } from './memory/file-store';
import { MemoryKeyStore } from './memory/key-store';
import { MemoryPageCache } from './memory/page-cache';
import { MemoryScrapeStore } from './memory/scrape-store';
import { MemoryTrackingStore } from './memory/tracking-store';
import type { Storage } from './storage';

/** Opens a data folder: locked, of the current format; each store reads its files at first use. */
export async function openStorage(dataDir: string, options: Partial<StorageContext> = {}): Promise<Storage> {
  const context = contextOf(options);
  return diskStores(await openDataDir(dataDir, context), context);
}

function diskStores(dir: DataDir, context: StorageContext): Storage {
  const opened: { close(): Promise<void> }[] = [];
  const documents = <T extends Row>(name: string, indexes: readonly string[] = []): DocumentFile<T> => {
    const file = new DocumentFile<T>({ path: dir.file(`${name}.db`), indexes }, context, dir.warnings);
    opened.push(file);
    return file;
  };
  const blobs = new BlobFiles(dir.file('blobs'), context);
  const references = new BlobReferences(blobs);
  const shared = { blobs, references, context };
  const files = new DiskFileStore({ ...shared, file: documents('files', ['blob', 'jobId']) });
  const scrapes = new DiskScrapeStore({ ...shared, file: documents('scrapes', ['blob']) });
  return {
    keys: new DiskKeyStore(documents('keys')),
    blobs,
    files,
    scrapes,
    pages: new DiskPageCache({ ...shared, file: documents('pages', ['key', 'blobs']) }),
    tracking: new DiskTrackingStore({ ...shared, file: documents('tracking', ['blobs']) }),
    activity: new DiskActivityStore(documents('activity')),
    warnings: dir.warnings,
    removeJob: async (id) => {
      await scrapes.remove(id);
      await files.removeJob(id);
    },
    sweepBlobs: (before) => references.sweep(before),
    announce: (address) => dir.announce(address),
    close: async () => {
      for (const each of opened.reverse()) await each.close();
      await dir.close();
    },
  };
}

/** Every store in memory: for tests, and for runs that must leave nothing behind. */
export function memoryStorage(options: Partial<StorageContext> = {}): Storage {
  const { clock } = contextOf(options);
  const files = new MemoryFileStore(clock);
  const scrapes = new MemoryScrapeStore();
  return {
    keys: new MemoryKeyStore(),
    blobs: new MemoryBlobStore(),
    files,
    scrapes,
    pages: new MemoryPageCache(clock),
    tracking: new MemoryTrackingStore(),
    activity: new MemoryActivityStore(),
    warnings: [],
    removeJob: async (id) => {
      await scrapes.remove(id);
      await files.removeJob(id);
    },
    sweepBlobs: async () => 0,
    announce: async () => undefined,
    close: async () => undefined,
  };
}

const contextOf = (options: Partial<StorageContext>): StorageContext => ({
  log: options.log ?? silentLog,
  clock: options.clock ?? systemClock,
});
