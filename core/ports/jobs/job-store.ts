import type { Job } from '../../common/job';
import type { JobKind, JobState } from '../../common/model';
import type { JobProgress } from './frontier';

/** Mutable fields of a job. */
export type JobChange = Partial<
  Pick<Job, 'state' | 'startedAt' | 'finishedAt' | 'pausedAt' | 'error' | 'outcome' | 'options' | 'spent' | 'keptBy'>
>;

/** A job with its progress, which is absent until the job has tasks. */
export interface ListedJob {
  readonly job: Job;
  /** Progress without results lost by damage. */
  readonly progress?: JobProgress;
}

/** Filter of a job list. */
export interface JobFilter {
  readonly kinds?: readonly JobKind[];
  readonly states?: readonly JobState[];
  readonly limit: number;
  /** ID of the last job of the previous page. */
  readonly before?: string;
  /** Creation time of that job, ISO, for a job in another store. */
  readonly beforeTime?: string;
}

/** Stores jobs of every kind: batch and crawl IDs are looked up alike. */
export interface JobStore {
  /** Adds a job; throws CONFLICT when its ID exists. */
  add(job: Job): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /** Changes a job if its state is in `from` (any state when absent); undefined when nothing was changed. */
  change(id: string, change: JobChange, from?: readonly JobState[]): Promise<Job | undefined>;
  /** Merges facts into a job's options without affecting other changes; undefined values are deleted. */
  remember(id: string, facts: Readonly<Record<string, unknown>>): Promise<void>;
  /** Returns unfinished jobs that every process of the database can run. */
  atWork(): Promise<readonly Job[]>;
  /** Newest first. */
  list(filter: JobFilter): Promise<readonly ListedJob[]>;
  count(): Promise<Readonly<Record<JobState, number>>>;
  /** Returns the IDs of unpinned jobs that finished before a time. */
  finishedBefore(before: Date): Promise<readonly string[]>;
  remove(id: string): Promise<boolean>;
}

/** Token of the store of jobs. */
export const JobStore = Symbol('JobStore');

/** Idempotency keys used in the last 24 hours. */
export interface IdempotencyStore {
  /** Claims a key; returns false when it was used before. */
  claim(key: string): Promise<boolean>;
  expire(before: Date): Promise<number>;
}

/** Injection token of the idempotency store. */
export const IdempotencyStore = Symbol('IdempotencyStore');
