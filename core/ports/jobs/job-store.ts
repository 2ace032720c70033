import type { Job } from '../../common/job';
import type { JobKind, JobState } from '../../common/model';
import type { JobProgress } from './frontier';

/** Mutable fields of a job. */
export type JobChange = Partial<
  Pick<Job, 'state' | 'startedAt' | 'finishedAt' | 'pausedAt' | 'error' | 'outcome' | 'options' | 'spent' | 'keptBy'>
>;

/** A job with its progress. */
export interface ListedJob {
  readonly job: Job;
  /** Progress. `done` excludes results lost because data was damaged. Absent until the job has tasks. */
  readonly progress?: JobProgress;
}

/** Filter for a list of jobs. */
export interface JobFilter {
  readonly kinds?: readonly JobKind[];
  readonly states?: readonly JobState[];
  readonly limit: number;
  /** ID of the last job on the previous page. */
  readonly before?: string;
  /** ISO creation time of the `before` job. Needed if that job is in another store. */
  readonly beforeTime?: string;
}

/** Stores jobs of every kind. A job can be found by its ID alone, whatever its kind. */
export interface JobStore {
  /** Adds a job. Throws CONFLICT when its ID already exists. */
  add(job: Job): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /**
   * Changes a job if its state is in `from`. Without `from`, any state is accepted. Returns undefined if nothing was
   * changed.
   */
  change(id: string, change: JobChange, from?: readonly JobState[]): Promise<Job | undefined>;
  /**
   * Merges values into a job's options without undoing concurrent changes to other values. Deletes keys whose value is
   * undefined.
   */
  remember(id: string, facts: Readonly<Record<string, unknown>>): Promise<void>;
  /** Returns unfinished jobs that any process sharing the database can run. */
  atWork(): Promise<readonly Job[]>;
  /** Lists jobs, newest first. */
  list(filter: JobFilter): Promise<readonly ListedJob[]>;
  count(): Promise<Readonly<Record<JobState, number>>>;
  /** Returns the IDs of unpinned jobs that finished before a given time. */
  finishedBefore(before: Date): Promise<readonly string[]>;
  remove(id: string): Promise<boolean>;
}

/** Injection token for the job store. */
export const JobStore = Symbol('JobStore');

/** Idempotency keys used in the last 24 hours. */
export interface IdempotencyStore {
  /** Claims a key. Returns false when the key was already used. */
  claim(key: string): Promise<boolean>;
  expire(before: Date): Promise<number>;
}

/** Injection token for the idempotency store. */
export const IdempotencyStore = Symbol('IdempotencyStore');
