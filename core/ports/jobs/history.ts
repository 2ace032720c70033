import type { ActivityEntry, DayUsage } from '../../common/api/local-jobs';
import type { Result, ScrapeSpec } from '../../common/model';

/** A past scrape of a single page, as listed in the history. */
export interface ScrapeRecord {
  readonly id: string;
  readonly url: string;
  readonly spec: ScrapeSpec;
  readonly state: 'completed' | 'failed';
  readonly title?: string;
  readonly statusCode?: number;
  readonly error?: { readonly code: string; readonly message: string };
  readonly credits: number;
  readonly createdAt: string;
  readonly finishedAt: string;
}

/** History of single scrapes with their results. Contains nothing about scrapes with `zeroDataRetention`. */
export interface ScrapeStore {
  /**
   * Adds a record, which this process can read immediately. Resolves when the record has been written to the database.
   */
  put(record: ScrapeRecord, result?: Result): Promise<void>;
  /** Lists scrapes, newest first. `before` is the ID of the last record on the previous page. */
  list(options: {
    readonly limit: number;
    readonly before?: string;
    readonly search?: string;
  }): Promise<readonly ScrapeRecord[]>;
  record(id: string): Promise<ScrapeRecord | undefined>;
  /** Returns the result of a scrape. Undefined once its retention period (24 hours) has ended. */
  result(id: string): Promise<Result | undefined>;
  remove(id: string): Promise<boolean>;
  /**
   * Deletes results of scrapes that finished before a given time, and the oldest records beyond `maxRecords`. Returns
   * the total number of deletions.
   */
  expire(before: Date, maxRecords: number): Promise<number>;
}

/** Injection token for the scrape history. */
export const ScrapeStore = Symbol('ScrapeStore');

/** Activity log. Each entry contains the credits that were used. */
export interface ActivityStore {
  /** Adds a job's entry, replacing any earlier entry for the same job. */
  add(entry: ActivityEntry): Promise<void>;
  /**
   * Adds the cost of a job with zero retention. The cost counts towards the usage but is never listed. Nothing else
   * about the job is stored.
   */
  addCost(cost: JobCost): Promise<void>;
  /** Returns the costs of jobs since an ISO time, including costs added with `addCost`. */
  costs(since: string): Promise<readonly JobCost[]>;
  /** Lists entries, newest first. `before` is the `jobId` of the last entry on the previous page. */
  list(options: { readonly limit: number; readonly before?: string }): Promise<readonly ActivityEntry[]>;
  /** Returns the credits used since an ISO time. */
  creditsSince(since: string): Promise<number>;
  /** Returns the days with activity since an ISO time, oldest first. */
  days(since: string): Promise<readonly DayUsage[]>;
}

/** Cost of a job. */
export type JobCost = Pick<ActivityEntry, 'pages' | 'credits' | 'keyId' | 'at'>;

/** Injection token for the activity log. */
export const ActivityStore = Symbol('ActivityStore');
