import type { StorageContext } from '../context';
import { LogFrontier } from '../job-log/frontier';
import { JobLogs } from '../job-log/job-logs';
import { LogResultStore } from '../job-log/result-store';
import type { Storage } from '../storage';
import { removeJobFrom } from '../storage';
import { MemoryActivityStore } from './activity-store';
import { JobBuffers } from './append-buffer';
import { MemoryBlobStore } from './blob-store';
import { MemoryFileStore } from './file-store';
import { MemoryIdempotencyStore } from './idempotency-store';
import { MemoryJobStore } from './job-store';
import { MemoryKeyStore } from './key-store';
import { MemoryOutbox } from './outbox';
import { MemoryPageCache } from './page-cache';
import { MemoryScrapeStore } from './scrape-store';
import { MemoryTrackingStore } from './tracking-store';

/** Every store in memory: for tests, and for runs that must leave nothing behind. */
export function inMemory(context: StorageContext): Storage {
  const { clock } = context;
  const warnings: string[] = [];
  const warn = (message: string): void => {
    warnings.push(message);
    context.log.warn(message);
  };
  const logs = new JobLogs({ source: new JobBuffers(), context, warn });
  const stores = {
    keys: new MemoryKeyStore(),
    blobs: new MemoryBlobStore(),
    files: new MemoryFileStore(clock),
    scrapes: new MemoryScrapeStore(),
    pages: new MemoryPageCache(clock),
    tracking: new MemoryTrackingStore(),
    activity: new MemoryActivityStore(),
    jobs: new MemoryJobStore(),
    idempotency: new MemoryIdempotencyStore(clock),
    frontier: new LogFrontier(logs),
    results: new LogResultStore(logs, warn),
    outbox: new MemoryOutbox(clock),
  };
  return {
    ...stores,
    warnings,
    removeJob: (id) => removeJobFrom(stores, id),
    sweepBlobs: async () => 0,
    announce: async () => undefined,
    close: () => logs.closeAll(),
  };
}
