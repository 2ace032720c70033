import type { StorageUse } from '../common/api/workspace-answers';
import type { Outbox } from './delivery/outbox';
import type { DocumentStore, StoredDocument } from './document-store';
import type { Frontier } from './jobs/frontier';
import type { ActivityStore, ScrapeStore } from './jobs/history';
import type { IdempotencyStore, JobStore } from './jobs/job-store';
import type { ResultStore } from './jobs/result-store';
import type { Leases } from './leases';
import type { Nodes } from './nodes';
import type { PageSearch } from './page-search';
import type { FileStore, PageCache, TrackingStore } from './page-stores';
import type { RobotsAnswers } from './robots-answers';
import type { SlotStore } from './slot-store';
import type { ToldEvents } from './told-events';
import type { Wakes } from './wakes';

/** What a sweep knows about the clock of the machine, in milliseconds. */
export interface ClockLook {
  /** Time of the look, since 1970. */
  readonly at: number;
  /** Uptime of the machine. */
  readonly steady: number;
  /** Advance of the clock that no uptime proves. */
  readonly aheadMs: number;
  /** Running time left before data is deleted by its age. */
  readonly holdMs: number;
}

/** Every store of one data folder. */
export interface Storage {
  /** Small documents that people edit, kept together under a name; the same store for the same name. */
  documents<T extends StoredDocument>(name: string): DocumentStore<T>;
  /** Number of the last change of each collection of documents, where other nodes change them, too; undefined where they do not. */
  readonly sharedVersions?: () => Promise<Readonly<Record<string, number>>>;
  readonly files: FileStore;
  readonly scrapes: ScrapeStore;
  readonly pages: PageCache;
  /** Searches the texts of those pages. */
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
  /** Answers to robots.txt that several processes share. */
  readonly robots: RobotsAnswers;
  /** What one process does for all. */
  readonly leases: Leases;
  /** What processes tell each other of jobs. */
  readonly told: ToldEvents;
  /** The processes that share the database. */
  readonly nodes: Nodes;
  /** Says that processes which share the database have changed something. */
  readonly wakes: Wakes;
  /** What a person should be told about damage found so far. */
  readonly warnings: readonly string[];
  /** Removes what was kept for a job or scrape; its line in the activity log stays. */
  removeJob(id: string): Promise<void>;
  /** Stores what a sweep found out about the clock. */
  writeLook(look: ClockLook): Promise<void>;
  /** What the sweep before found out. */
  readLook(): Promise<ClockLook | undefined>;
  /** Takes away what processes hold that share the database and have ended. */
  reap(): Promise<void>;
  /** Gives freed room back to the disk; nothing that was removed before can be read in any file afterwards. */
  shrink(): Promise<void>;
  /** Writes a copy of the database as it is at one moment to a new file, while work goes on. */
  copyTo(path: string): Promise<void>;
  /** What takes up how much. */
  usage(): Promise<readonly StorageUse[]>;
  /** Writes down where this process listens, for the message of a second instance. */
  announce(address: string): Promise<void>;
  /** Waits for writes under way and gives the folder free. */
  close(): Promise<void>;
}

/** Token of the whole storage. */
export const Storage = Symbol('Storage');
