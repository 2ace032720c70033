import type { StorageContext } from '../context';
import type { DataDir } from '../data-dir';
import { LogFrontier } from '../job-log/frontier';
import { JobLogs } from '../job-log/job-logs';
import { LogResultStore } from '../job-log/result-store';
import type { Storage } from '../storage';
import { removeJobFrom } from '../storage';
import { DiskActivityStore } from './activity-store';
import { JobFolders } from './append-file';
import { BlobFiles } from './blob-files';
import { BlobReferences } from './blob-references';
import type { Row } from './document-file';
import { DocumentFile } from './document-file';
import { DiskFileStore } from './file-store';
import { DiskIdempotencyStore } from './idempotency-store';
import { DiskJobStore } from './job-store';
import { DiskKeyStore } from './key-store';
import { DiskOutbox } from './outbox';
import { DiskPageCache } from './page-cache';
import { PagePacks } from './page-packs';
import { DiskScrapeStore } from './scrape-store';
import { DiskTrackingStore } from './tracking-store';

/** The stores of an opened data folder; each reads its files at first use. */
export function diskStorage(dir: DataDir, context: StorageContext): Storage {
  const opened: { close(): Promise<void>; erase(): Promise<void> }[] = [];
  const documents = <T extends Row>(name: string, indexes: readonly string[] = []): DocumentFile<T> => {
    const file = new DocumentFile<T>({ path: dir.file(`${name}.db`), indexes }, context, dir.warnings);
    opened.push(file);
    return file;
  };
  const warn = warner(dir.warnings, context);
  const blobs = new BlobFiles(dir.file('blobs'), context);
  const references = new BlobReferences(blobs);
  const shared = { blobs, references, context };
  const logs = new JobLogs({ source: new JobFolders(dir.file('jobs')), context, warn });
  const pages = new DiskPageCache({
    file: documents('pages', ['key', 'body']),
    packs: new PagePacks(dir.file('page-packs')),
    context,
  });
  const stores = {
    keys: new DiskKeyStore(documents('keys')),
    blobs,
    files: new DiskFileStore({ ...shared, file: documents('files', ['blob', 'jobId']) }),
    scrapes: new DiskScrapeStore({ ...shared, file: documents('scrapes', ['blob']) }),
    pages,
    tracking: new DiskTrackingStore({ ...shared, file: documents('tracking', ['blobs']) }),
    activity: new DiskActivityStore(documents('activity')),
    jobs: new DiskJobStore(documents('jobs')),
    idempotency: new DiskIdempotencyStore(documents('idempotency'), context),
    frontier: new LogFrontier(logs),
    results: new LogResultStore(logs, warn),
    outbox: new DiskOutbox({ ...shared, file: documents('outbox', ['jobId', 'blob']) }),
  };
  return {
    ...stores,
    warnings: dir.warnings,
    removeJob: async (id, { erase = false } = {}) => {
      await removeJobFrom(stores, id);
      if (erase) for (const file of opened) await file.erase();
    },
    sweepBlobs: (before) => references.sweep(before),
    announce: (address) => dir.announce(address),
    close: () => closeAll([dir, ...opened, { close: () => logs.closeAll() }, pages]),
  };
}

/** Tells damage to the log, and once to the list of warnings. */
function warner(warnings: string[], context: StorageContext): (message: string) => void {
  return (message) => {
    if (!warnings.includes(message)) warnings.push(message);
    context.log.warn(message);
  };
}

/** Closes in reverse; a failure of one does not keep the others open, and is told at the end. */
async function closeAll(parts: readonly { close(): Promise<void> }[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of [...parts].reverse()) await part.close().catch((thrown: unknown) => failures.push(thrown));
  if (failures.length > 0) throw failures[0];
}
