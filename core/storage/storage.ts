import type { Frontier, IdempotencyStore, JobStore, Outbox, ResultStore } from './job-ports';
import type { ActivityStore, BlobStore, FileStore, KeyStore, PageCache, ScrapeStore, TrackingStore } from './ports';

/** Every store of one data folder. */
export interface Storage {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  readonly files: FileStore;
  readonly scrapes: ScrapeStore;
  readonly pages: PageCache;
  readonly tracking: TrackingStore;
  readonly activity: ActivityStore;
  readonly jobs: JobStore;
  readonly idempotency: IdempotencyStore;
  readonly frontier: Frontier;
  readonly results: ResultStore;
  readonly outbox: Outbox;
  /** What a person should be told about damage found so far. */
  readonly warnings: readonly string[];
  /**
   * Removes what was kept for a job or scrape; its line in the activity log stays. With `erase` (zeroDataRetention)
   * nothing of it can be read in any file afterwards; that takes longer.
   */
  removeJob(id: string, options?: { readonly erase?: boolean }): Promise<void>;
  /** Removes blobs put before a time that nothing points to; gives back how many. */
  sweepBlobs(before: Date): Promise<number>;
  /** Writes down where this process listens, for the message of a second instance. */
  announce(address: string): Promise<void>;
  /** Waits for writes under way and gives the folder free. */
  close(): Promise<void>;
}
export const Storage = Symbol('Storage');

/** Removes what every store kept for a job or scrape; the job itself goes last, so that an interrupted removal is repeated. */
export async function removeJobFrom(
  stores: Pick<Storage, 'scrapes' | 'files' | 'outbox' | 'results' | 'jobs'>,
  id: string,
): Promise<void> {
  await stores.files.removeJob(id);
  await stores.outbox.removeJob(id);
  await stores.results.removeJob(id);
  await stores.scrapes.remove(id);
  await stores.jobs.remove(id);
}
