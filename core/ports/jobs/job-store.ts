import type { Job } from '../../common/job';
import type { JobKind, JobState } from '../../common/model';
import type { JobProgress } from './frontier';

/** What may change in a job. */
export type JobChange = Partial<
  Pick<Job, 'state' | 'startedAt' | 'finishedAt' | 'pausedAt' | 'error' | 'outcome' | 'options' | 'spent' | 'keptBy'>
>;

/** A job with its progress; absent until it has tasks. */
export interface ListedJob {
  readonly job: Job;
  /** Without results that were lost by damage. */
  readonly progress?: JobProgress;
}

/** Which jobs a list shows. */
export interface JobFilter {
  readonly kinds?: readonly JobKind[];
  readonly states?: readonly JobState[];
  readonly limit: number;
  /** Id of an earlier page's last job. */
  readonly before?: string;
  /** When that job was created, ISO; for a job that another store holds. */
  readonly beforeTime?: string;
}

/** Jobs of every kind under one roof: a batch id and a crawl id are looked up alike. */
export interface JobStore {
  /** Adds a job; CONFLICT when its id is taken. */
  add(job: Job): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /** Changes a job if it is in one of the states `from` (any, when absent); undefined when nothing was changed. */
  change(id: string, change: JobChange, from?: readonly JobState[]): Promise<Job | undefined>;
  /** Adds facts to a job's options, whatever else has changed in it meanwhile; one that is undefined is taken out. */
  remember(id: string, facts: Readonly<Record<string, unknown>>): Promise<void>;
  /** Jobs without an end that every process of the database may find. */
  atWork(): Promise<readonly Job[]>;
  /** Newest first. */
  list(filter: JobFilter): Promise<readonly ListedJob[]>;
  count(): Promise<Readonly<Record<JobState, number>>>;
  /** Ids of jobs that finished before a time and that nobody wants kept. */
  finishedBefore(before: Date): Promise<readonly string[]>;
  remove(id: string): Promise<boolean>;
}

/** Token of the store of jobs. */
export const JobStore = Symbol('JobStore');

/** Idempotency keys that were used in the last 24 hours. */
export interface IdempotencyStore {
  /** False when the key was used before. */
  claim(key: string): Promise<boolean>;
  expire(before: Date): Promise<number>;
}

/** Token of the store of used idempotency keys. */
export const IdempotencyStore = Symbol('IdempotencyStore');
