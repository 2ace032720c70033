import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../common/model';
import type { NewDelivery } from '../delivery/outbox';

/** Progress of a job as shown in the job list, without opening the job. */
export interface JobProgress {
  readonly queued: number;
  readonly inFlight: number;
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  readonly credits: number;
}

/** A URL to add to a job. */
export interface NewTask {
  readonly url: string;
  /** Deduplication key; defaults to the URL. */
  readonly key?: string;
  /** Number of hops from the start URL. */
  readonly depth: number;
  /** Small data stored with the task. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A URL of a job to fetch. */
export interface FrontierTask {
  /** UUID v7. */
  readonly id: string;
  readonly url: string;
  readonly key: string;
  readonly depth: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Number of worker crashes while this was the job's only task in flight. */
  readonly interrupted: number;
  /** Incremented with every claim, so that late writes of an earlier claim are rejected. */
  readonly fence: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Identifies one claim of a task. */
export type Claim = Pick<FrontierTask, 'id' | 'fence'>;

/** A discovered URL that was refused, and the reason. */
export interface RefusedUrl {
  readonly url: string;
  readonly key?: string;
  /** Machine-readable reason, e.g. `robots`, `scope`, `limit`. */
  readonly reason: string;
  readonly code: string;
  readonly message?: string;
}

/** Outcome of adding URLs to a job. */
export interface AddReport {
  /** IDs of the new tasks by index; undefined for URLs that were known or over the limit. */
  readonly ids: readonly (string | undefined)[];
  readonly added: number;
  readonly overLimit: readonly NewTask[];
}

/** Completion of a task with a result, and everything that is committed atomically with it. */
export interface Completion {
  readonly result: Result;
  readonly discovered?: readonly NewTask[];
  readonly refused?: readonly RefusedUrl[];
  /** Maximum number of the job's tasks that are waiting, in flight or done. */
  readonly limit?: number;
  /** Deliveries about the result, added to the outbox with it. */
  readonly deliveries?: readonly NewDelivery[];
}

/** Outcome of a completion. */
export interface CompletionReport {
  /** Index of the result in completion order; undefined when the claim was lost and nothing was written. */
  readonly index?: number;
  readonly links: AddReport;
}

/** End of a task without a result. */
export interface Failure {
  readonly state: 'failed' | 'refused';
  readonly code: string;
  readonly message: string;
  /** Machine-readable reason of a refusal. */
  readonly reason?: string;
  /** True when the errors endpoint omits it (a redirect to a page that the job already has). */
  readonly hidden?: boolean;
}

/** A URL without a result. */
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
  /** Number of results lost by damage, counted as done; absent if none were lost. */
  readonly lost?: number;
}

/** Counters of a frontier, and the time of the next task. */
export interface FrontierOutlook extends FrontierCounts {
  /** Milliseconds until the next task can be claimed; absent when one can be now, or when none can before another one ends. */
  readonly waitMs?: number;
}

/** Position up to which a process has read the findings of others. */
export interface JobCursor {
  /** Number of tasks ever added. */
  readonly tasks: number;
  readonly lessons: number;
}

/** Findings of a job since the last read of a process. */
export interface JobNews {
  /** URLs of pages in the order they were added, including its own. */
  readonly urls: readonly string[];
  /** Lessons of other processes, in stored order. */
  readonly lessons: readonly string[];
  /** New position of the process. */
  readonly known: JobCursor;
  /** True when there are further URLs. */
  readonly more?: boolean;
}

/** Earliest time of a retry. */
export interface RetryTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Wait when it was set, ms: a clock set back does not prolong it. */
  readonly waitMs: number;
}

/** Returns the time in `waitMs` milliseconds from now. */
export const retryIn = (waitMs: number, now = Date.now()): RetryTime => ({ at: now + waitMs, waitMs });

/** Lease of a claim, ms. */
export const leaseMs = 60_000;

/**
 * Frontier of each job. Acknowledged writes survive the death of the process. Tasks that were in flight return to waiting and
 * run alone until they have ended, so that a task that crashes the process is found. Acknowledged means handed to the operating
 * system; a power failure may lose the latest writes. A worker holds a claim as long as it renews it. Afterwards another worker
 * may take the task over, and completions of the lost claim are rejected.
 */
export interface Frontier {
  /** Adds unknown URLs; `limit` caps the tasks that are waiting, in flight or done. */
  add(jobId: string, tasks: readonly NewTask[], limit?: number): Promise<AddReport>;
  /** Records refused URLs, each once. */
  refuse(jobId: string, urls: readonly RefusedUrl[]): Promise<void>;
  /** Adds keys of a redirect's target to this task; returns false when another task has one of them. */
  alias(jobId: string, claim: Claim, keys: readonly string[]): Promise<boolean>;
  /** Claims up to `n` tasks that wait or whose lease has expired. */
  claim(jobId: string, n: number): Promise<readonly FrontierTask[]>;
  /** Claims up to `n` of the first 5,000 waiting tasks whose hosts are not among `hosts` (`name` or `name:port`). */
  claimElsewhere(jobId: string, n: number, hosts: ReadonlySet<string>): Promise<readonly FrontierTask[]>;
  /** Renews the claims of this worker for `leaseMs`; returns the IDs of their tasks. */
  renew(jobId: string): Promise<readonly string[]>;
  /** Releases tasks claimed by this worker as if they had never been claimed. */
  release(jobId: string, ids: readonly string[]): Promise<void>;
  /**
   * Ends a task with its result, its links and its event, all or nothing. With `mayGather` it may wait a moment to share its write with
   * other pages of this process, which must be in progress.
   */
  complete(jobId: string, claim: Claim, completion: Completion, mayGather?: boolean): Promise<CompletionReport>;
  /** Ends a task without a result; false when the claim was lost. */
  fail(jobId: string, claim: Claim, failure: Failure): Promise<boolean>;
  /** Requeues a task for its next attempt. */
  reclaim(jobId: string, claim: Claim, notBefore?: RetryTime): Promise<void>;
  /** Makes tasks that wait until a time (milliseconds since 1970) claimable at once, as their first attempt. */
  endWait(jobId: string, until: number): Promise<void>;
  /** Stores lessons about a site for other processes, and returns new findings; `alone` in single-process setups. */
  exchange(jobId: string, lessons: readonly string[], known: JobCursor): Promise<JobNews | 'alone'>;
  /** Requeues failed tasks with their first attempt; returns their number. */
  retryFailed(jobId: string): Promise<number>;
  counts(jobId: string): Promise<FrontierCounts>;
  /** Returns the counters and the time of the next task. */
  outlook(jobId: string): Promise<FrontierOutlook>;
  /** Returns the URL of every task in insertion order. */
  urls(jobId: string): Promise<readonly string[]>;
  /** Lists URLs without a result in the order they ended. */
  problems(
    jobId: string,
    options: { readonly state?: 'failed' | 'refused'; readonly skip: number; readonly limit: number },
  ): Promise<{ readonly problems: readonly Problem[]; readonly total: number }>;
  /** Releases the tasks claimed by this worker as if they had never been claimed: this process stops working on the job. */
  close(jobId: string): Promise<void>;
}

/** Token of the frontier. */
export const Frontier = Symbol('Frontier');

/** Number of URLs added in one transaction, so that other work runs in between. */
const addedAtOnce = 500;

/** Adds the first URLs of a job in batches: adding many at once would block all responses. */
export async function addInParts(
  frontier: Frontier,
  jobId: string,
  tasks: Iterable<NewTask>,
  limit?: number,
): Promise<void> {
  let part: NewTask[] = [];
  for (const task of tasks) {
    if (part.length === addedAtOnce) {
      await frontier.add(jobId, part, limit);
      await nextTurn();
      part = [];
    }
    part.push(task);
  }
  // A job without URLs needs counters, too.
  await frontier.add(jobId, part, limit);
}
