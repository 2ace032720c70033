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
  /** What a person should be told about damage found so far. */
  readonly warnings: readonly string[];
  /** Removes what was kept for a job or scrape; its line in the activity log stays. */
  removeJob(id: string): Promise<void>;
  /** Removes blobs put before a time that nothing points to; gives back how many. */
  sweepBlobs(before: Date): Promise<number>;
  /** Writes down where this process listens, for the message of a second instance. */
  announce(address: string): Promise<void>;
  /** Waits for writes under way and gives the folder free. */
  close(): Promise<void>;
}
export const Storage = Symbol('Storage');
