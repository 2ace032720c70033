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

/** State of the clock check. All values are in ms. */
export interface ClockReading {
  /** Time of the check, in milliseconds since 1970. */
  readonly at: number;
  readonly steady: number;
  /** Time by which the clock appears to be ahead, compared with the machine's uptime. */
  readonly aheadMs: number;
  /** Remaining time that the engine must run before it may delete data by age. */
  readonly holdMs: number;
}

/** All stores for one data directory. */
export interface Storage {
  /** Returns the document store with a given name. The same name always returns the same store. */
  documents<T extends StoredDocument>(name: string): DocumentStore<T>;
  /** Returns the number of the last change to each document collection. Absent when no other node changes documents. */
  readonly sharedVersions?: () => Promise<Readonly<Record<string, number>>>;
  readonly files: FileStore;
  readonly scrapes: ScrapeStore;
  readonly pages: PageCache;
  /** Searches the text of cached pages. */
  readonly texts: PageSearch;
  readonly tracking: TrackingStore;
  readonly activity: ActivityStore;
  readonly jobs: JobStore;
  readonly idempotency: IdempotencyStore;
  readonly frontier: Frontier;
  readonly results: ResultStore;
  readonly outbox: Outbox;
  /** Slots on hosts, shared by several processes. */
  readonly slots: SlotStore;
  /** Outcomes of fetching robots.txt, shared by several processes. */
  readonly robots: RobotsAnswers;
  /** Leases on work that only one process may do at a time. */
  readonly leases: Leases;
  readonly eventLog: EventLog;
  readonly nodes: Nodes;
  /** Notifications about changes made by other processes that share the database. */
  readonly notifications: Notifications;
  /** Warnings for the user about damage found so far. */
  readonly warnings: readonly string[];
  /** Deletes the data of a job or scrape, except for its activity log entry. */
  removeJob(id: string): Promise<void>;
  writeClock(look: ClockReading): Promise<void>;
  /** Returns the state stored by the previous clock check. */
  readClock(): Promise<ClockReading | undefined>;
  /** Releases the claims and leases that dead processes hold in the database. */
  reap(): Promise<void>;
  /** Reclaims the disk space of deleted data. Afterwards, no file contains the deleted data. */
  shrink(): Promise<void>;
  /** Writes a consistent snapshot of the database to a new file. Other reads and writes can continue. */
  copyTo(path: string): Promise<void>;
  /** Returns the disk space used by each kind of data. */
  usage(): Promise<readonly StorageUse[]>;
  /** Records the URL on which this process listens. A second instance shows this URL in its error. */
  announce(address: string): Promise<void>;
  /** Waits for pending writes and releases the directory lock. */
  close(): Promise<void>;
}

/** Injection token for the entire storage. */
export const Storage = Symbol('Storage');
