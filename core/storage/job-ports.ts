/**
 * The ports of long work: jobs, the URLs of a job, its results, and what is sent about it. Each is asynchronous and
 * single-purpose, so that a store on another machine can stand behind it.
 */
import type { Job } from '../common/job';
import type { JobKind, JobState, Result } from '../common/model';

/** What may change in a job. */
export type JobChange = Partial<
  Pick<Job, 'state' | 'startedAt' | 'finishedAt' | 'pausedAt' | 'error' | 'outcome' | 'options' | 'spent' | 'keptBy'>
>;

/** How far a job has come, as the job list shows it without opening the job. */
export interface JobProgress {
  readonly queued: number;
  readonly inFlight: number;
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  readonly credits: number;
}

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
  /** Newest first. */
  list(filter: JobFilter): Promise<readonly ListedJob[]>;
  count(): Promise<Readonly<Record<JobState, number>>>;
  /** Ids of jobs that finished before a time and that nobody wants kept. */
  finishedBefore(before: Date): Promise<readonly string[]>;
  remove(id: string): Promise<boolean>;
}
export const JobStore = Symbol('JobStore');

/** Idempotency keys that were used in the last 24 hours. */
export interface IdempotencyStore {
  /** False when the key was used before. */
  claim(key: string): Promise<boolean>;
  expire(before: Date): Promise<number>;
}
export const IdempotencyStore = Symbol('IdempotencyStore');

/** A URL to be taken into a job. */
export interface NewTask {
  readonly url: string;
  /** Tasks with the same key are one; the URL itself when absent. */
  readonly key?: string;
  /** Hops from the start URL. */
  readonly depth: number;
  /** Small things to remember with the task. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A URL of a job that is to be fetched. */
export interface FrontierTask {
  /** UUID v7. */
  readonly id: string;
  readonly url: string;
  readonly key: string;
  readonly depth: number;
  /** 1 on the first try. */
  readonly attempt: number;
  /** How often a worker died while this task was its only one of the job. */
  readonly interrupted: number;
  /** Grows with every claim of the task, so that what an earlier one writes late is refused. */
  readonly fence: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A claimed task, as the store tells it from earlier claims. */
export type Claim = Pick<FrontierTask, 'id' | 'fence'>;

/** A URL that was found and not taken, and why. */
export interface RefusedUrl {
  readonly url: string;
  readonly key?: string;
  /** Short machine word, e.g. `robots`, `scope`, `limit`. */
  readonly reason: string;
  /** Error code of the table. */
  readonly code: string;
  readonly message?: string;
}

/** What became of URLs offered to a job. */
export interface AddReport {
  /** By place in the offer: the id of the new task; undefined when the URL was known or over the limit. */
  readonly ids: readonly (string | undefined)[];
  readonly added: number;
  readonly overLimit: readonly NewTask[];
}

/** The end of a task that brought a result, with everything that must not be torn from it. */
export interface Completion {
  readonly result: Result;
  readonly discovered?: readonly NewTask[];
  readonly refused?: readonly RefusedUrl[];
  /** Most tasks the job may have that are waiting, in flight or done. */
  readonly limit?: number;
  /** What is to be sent about it; put into the outbox with it. */
  readonly deliveries?: readonly NewDelivery[];
}

/** What became of a completion. */
export interface CompletionReport {
  /** Place of the result in completion order; undefined when the claim was lost and nothing was written. */
  readonly index?: number;
  readonly links: AddReport;
}

/** The end of a task without a result. */
export interface Failure {
  readonly state: 'failed' | 'refused';
  readonly code: string;
  readonly message: string;
  /** Short machine word of a refusal. */
  readonly reason?: string;
  /** True when the errors endpoint leaves it out (a redirect to a page the job has already). */
  readonly hidden?: boolean;
}

/** A URL that brought no result. */
export interface Problem {
  /** Absent when the URL never became a task. */
  readonly taskId?: string;
  readonly url: string;
  readonly state: 'failed' | 'refused';
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly hidden: boolean;
  /** ISO time. */
  readonly at: string;
}

/** Counters of a frontier. */
export interface FrontierCounts extends JobProgress {
  /** Results that were lost by damage, among those done; absent when none were. */
  readonly lost?: number;
  /** When the next task may be claimed, in milliseconds since 1970; absent when one may now or none will without an end. */
  readonly readyAt?: number;
}

/** How long a claim lasts without being renewed. */
export const leaseMs = 60_000;

/**
 * The URLs of each job. What was acknowledged survives the death of the process; tasks that were in flight come back
 * as waiting, and run alone until they have ended, so that one that kills the process is found. Acknowledged means: handed to the system; a power failure may cost what came last.
 * A claim belongs to its worker as long as that renews it; then another worker may take the task over, and ends of the lost claim are refused.
 */
export interface Frontier {
  /** Adds URLs that the job does not know; with `limit`, no more tasks than that are waiting, in flight or done. */
  add(jobId: string, tasks: readonly NewTask[], limit?: number): Promise<AddReport>;
  /** Notes URLs that are not taken; each URL once. */
  refuse(jobId: string, urls: readonly RefusedUrl[]): Promise<void>;
  /** Notes further keys (of a redirect's target) as this task's; false when another task has one of them. */
  alias(jobId: string, claim: Claim, keys: readonly string[]): Promise<boolean>;
  /** Takes up to `n` tasks that wait, or whose worker has not renewed its claim. */
  claim(jobId: string, n: number): Promise<readonly FrontierTask[]>;
  /** Renews the claims of this worker; they last for `leaseMs` from now on. */
  renew(jobId: string): Promise<void>;
  /** Ends a task with its result, its links and its event: all of it is kept, or nothing. */
  complete(jobId: string, claim: Claim, completion: Completion): Promise<CompletionReport>;
  /** Ends a task without a result; false when the claim was lost. */
  fail(jobId: string, claim: Claim, failure: Failure): Promise<boolean>;
  /** Puts a task back as its next attempt, not before a time (milliseconds since 1970). */
  reclaim(jobId: string, claim: Claim, notBefore?: number): Promise<void>;
  /** Makes failed tasks wait again, from their first attempt; gives back how many. */
  retryFailed(jobId: string): Promise<number>;
  counts(jobId: string): Promise<FrontierCounts>;
  /** The URL of every task, in the order they were added. */
  urls(jobId: string): Promise<readonly string[]>;
  /** URLs without a result, in the order they ended. */
  problems(
    jobId: string,
    options: { readonly state?: 'failed' | 'refused'; readonly skip: number; readonly limit: number },
  ): Promise<{ readonly problems: readonly Problem[]; readonly total: number }>;
  /** Puts the tasks this worker has claimed back as if they had never been: the job is no longer at work in this process. */
  close(jobId: string): Promise<void>;
}
export const Frontier = Symbol('Frontier');

/** Which results a page holds. */
export interface ResultRange {
  readonly skip: number;
  readonly limit?: number;
  /** Most bytes of documents as JSON; the first document comes whatever its size. */
  readonly maxBytes?: number;
}

/** Some results in completion order. */
export interface ResultPage<T> {
  readonly results: readonly T[];
  /** `skip` of the next page; absent when there is nothing more yet. */
  readonly next?: number;
  readonly total: number;
}

/** A result as a table shows it. */
export interface ResultRow {
  /** Place in completion order. */
  readonly index: number;
  readonly taskId: string;
  readonly url: string;
  readonly title: string;
  readonly statusCode: number;
  readonly credits: number;
  /** Bytes of the document as JSON. */
  readonly bytes: number;
  readonly finishedAt: string;
}

/** What a table of results shows. */
export interface ResultFilter {
  /** Found in URL or title, in any case. */
  readonly search?: string;
  /** An exact status, or a class by its first digit (4 for 400–499). */
  readonly status?: number;
  readonly skip: number;
  readonly limit: number;
}

/** Results of each job, in completion order; written by `Frontier.complete`, read without loading the rest. */
export interface ResultStore {
  count(jobId: string): Promise<number>;
  page(jobId: string, range: ResultRange): Promise<ResultPage<Result>>;
  /** The same page as JSON texts of the documents, for answers that pass them on. */
  pageText(jobId: string, range: ResultRange): Promise<ResultPage<string>>;
  at(jobId: string, index: number): Promise<Result | undefined>;
  byTask(jobId: string, taskId: string): Promise<Result | undefined>;
  byUrl(jobId: string, url: string): Promise<Result | undefined>;
  rows(jobId: string, filter: ResultFilter): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }>;
  /** Removes everything a job kept: its results, URLs and events. */
  removeJob(jobId: string): Promise<void>;
}
export const ResultStore = Symbol('ResultStore');

/** Where a delivery stands; `disabled` means that its job no longer wants deliveries. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'disabled';

/** One try to deliver. */
export interface DeliveryTry {
  readonly at: string;
  readonly durationMs: number;
  readonly statusCode?: number;
  readonly error?: string;
}

/** An event on its way to a sink. */
export interface Delivery {
  /** The `webhookId`; the same on every try. */
  readonly id: string;
  readonly jobId: string;
  /** Event name. */
  readonly type: string;
  /** Id of the sink plugin. */
  readonly sink: string;
  /** Settings of the sink for this delivery (address, headers). */
  readonly config: Readonly<Record<string, unknown>>;
  /** Who gets it (host and path of an address); deliveries to one receiver share its pace. The sink when absent. */
  readonly receiver?: string;
  readonly state: DeliveryState;
  readonly createdAt: string;
  /** When the next try is due, ISO. */
  readonly nextAt: string;
  readonly tries: readonly DeliveryTry[];
}

/** Who gets a delivery. */
export const receiverOf = ({ receiver, sink }: Pick<Delivery, 'receiver' | 'sink'>): string => receiver ?? sink;

/** A delivery to be made: exactly these bytes, on every try. */
export type NewDelivery = Pick<Delivery, 'id' | 'jobId' | 'type' | 'sink' | 'config' | 'receiver'> & {
  readonly body: Uint8Array;
};

/** What a try changed. */
export interface DeliveryChange {
  readonly state: DeliveryState;
  /** When to try again, ISO. */
  readonly nextAt?: string;
  readonly attempt?: DeliveryTry;
}

/** Events that wait to be delivered, and the log of those that were. */
export interface Outbox {
  /** Adds a delivery, due now; false when its id is there already. */
  add(delivery: NewDelivery): Promise<boolean>;
  /** Pending deliveries whose time has come, the longest due first; none for the receivers in `except`. */
  due(limit: number, except?: ReadonlySet<string>): Promise<readonly Delivery[]>;
  /** When the next pending delivery is due, ISO; undefined when none is pending. */
  nextDueAt(): Promise<string | undefined>;
  body(id: string): Promise<Uint8Array | undefined>;
  get(id: string): Promise<Delivery | undefined>;
  /** Notes a try or a change of state; undefined when there is no such delivery. */
  update(id: string, change: DeliveryChange): Promise<Delivery | undefined>;
  /** Deliveries of a job, oldest first. */
  list(
    jobId: string,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>;
  /** Makes a delivery due again, with the same id and bytes. */
  replay(id: string): Promise<Delivery | undefined>;
  removeJob(jobId: string): Promise<void>;
}
export const Outbox = Symbol('Outbox');
