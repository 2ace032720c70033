import type { ActivityEntry, DayUsage } from '../../common/api/local-jobs';
import type { Result, ScrapeSpec } from '../../common/model';

/** A past single scrape, as the history lists it. */
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

/** History of single scrapes with their results; nothing is kept for zeroDataRetention. */
export interface ScrapeStore {
  put(record: ScrapeRecord, result?: Result): Promise<void>;
  /** Newest first; `before` is an id of an earlier page's last record. */
  list(options: {
    readonly limit: number;
    readonly before?: string;
    readonly search?: string;
  }): Promise<readonly ScrapeRecord[]>;
  record(id: string): Promise<ScrapeRecord | undefined>;
  /** The result while it is kept (24 hours). */
  result(id: string): Promise<Result | undefined>;
  remove(id: string): Promise<boolean>;
  /** Drops results finished before a time, and the oldest records over a number; gives back how many of both. */
  expire(before: Date, maxRecords: number): Promise<number>;
}

/** Token of the history of scrapes. */
export const ScrapeStore = Symbol('ScrapeStore');

/** The activity log and the credits spent. */
export interface ActivityStore {
  /** Adds the line of a job; a second one of the same job replaces the first. */
  add(entry: ActivityEntry): Promise<void>;
  /** Newest first; `before` is the jobId of an earlier page's last entry. */
  list(options: { readonly limit: number; readonly before?: string }): Promise<readonly ActivityEntry[]>;
  /** Credits since an ISO time. */
  creditsSince(since: string): Promise<number>;
  /** Days with activity since an ISO time, oldest first. */
  days(since: string): Promise<readonly DayUsage[]>;
}

/** Token of the activity log. */
export const ActivityStore = Symbol('ActivityStore');
