import type { StorageUse } from '../common/api/workspace-answers';
import type { Outbox } from './delivery/outbox';
import type { DocumentStore, StoredDocument } from './document-store';
import type { EventLog } from './event-log';
import type { Frontier } from './jobs/frontier';
import type { ActivityStore, ScrapeStore } from './jobs/history';
import type { IdempotencyStore, JobStore } from './jobs/job-store';
import type { ResultStore } from './jobs/result-store';
import type { Leases } from './leases';
import type { Nodes } from './nodes';
import type { Notifications } from './notifications';
import type { PageSearch } from './page-search';
import type { FileStore, PageCache, TrackingStore } from './page-stores';
import type { RobotsAnswers } from './robots-answers';
import type { SlotStore } from './slot-store';

/** State of the clock check, ms. */
export interface ClockReading {
  /** Time of the check, since 1970. */
  readonly at: number;
  readonly steady: number;
  /** Advance of the clock that the uptime does not prove. */
  readonly aheadMs: number;
  /** Remaining running time before data is deleted by age. */
  readonly holdMs: number;
}

/** All stores of one data directory. */
export interface Storage {
  /** Returns the store of small user documents of a name; always the same one for a name. */
  documents<T extends StoredDocument>(name: string): DocumentStore<T>;
  /** Returns the last change number of each document collection, where other nodes change them; undefined otherwise. */
  readonly sharedVersions?: () => Promise<Readonly<Record<string, number>>>;
  readonly files: FileStore;
  readonly scrapes: ScrapeStore;
  readonly pages: PageCache;
  /** Searches the texts of cached pages. */
  readonly texts: PageSearch;
  readonly tracking: TrackingStore;
  readonly activity: ActivityStore;
  readonly jobs: JobStore;
  readonly idempotency: IdempotencyStore;
  readonly frontier: Frontier;
  readonly results: ResultStore;
  readonly outbox: Outbox;
  /** Slots of hosts that several processes share. */
  readonly slots: SlotStore;
  /** Outcomes of robots.txt files that several processes share. */
  readonly robots: RobotsAnswers;
  /** Tasks that one process performs for all. */
  readonly leases: Leases;
  readonly eventLog: EventLog;
  readonly nodes: Nodes;
  /** Notifications of changes by processes that share the database. */
  readonly notifications: Notifications;
  /** Warnings about damage found so far, for people. */
  readonly warnings: readonly string[];
  /** Deletes the data of a job or scrape; its entry in the activity log stays. */
  removeJob(id: string): Promise<void>;
  writeClock(look: ClockReading): Promise<void>;
  /** Returns the state of the previous clock check. */
  readClock(): Promise<ClockReading | undefined>;
  /** Releases what ended processes of the database hold. */
  reap(): Promise<void>;
  /** Returns free space to the disk; deleted data is no longer readable in any file afterwards. */
  shrink(): Promise<void>;
  /** Writes a consistent snapshot of the database to a new file while work continues. */
  copyTo(path: string): Promise<void>;
  /** Returns the storage used by each kind of data. */
  usage(): Promise<readonly StorageUse[]>;
  /** Records the address on which this process listens, for the message of a second instance. */
  announce(address: string): Promise<void>;
  /** Waits for pending writes and releases the directory lock. */
  close(): Promise<void>;
}

/** Token of the whole storage. */
export const Storage = Symbol('Storage');
