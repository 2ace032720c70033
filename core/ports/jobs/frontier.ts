import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../common/model';
import type { NewDelivery } from '../delivery/outbox';

/** Progress of a job as shown in the job list. It can be read without opening the job. */
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
  /** Deduplication key. Defaults to the URL. */
  readonly key?: string;
  /** Number of hops from the start URL. */
  readonly depth: number;
  /** Small amount of additional data to store with the task. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A URL that a job fetches. */
export interface FrontierTask {
  /** UUID v7. */
  readonly id: string;
  readonly url: string;
  readonly key: string;
  readonly depth: number;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** Number of crashes while this was the only in-flight task of its job. */
  readonly interrupted: number;
  /** Fencing token, incremented with every claim. Late writes under an earlier claim are rejected. */
  readonly fence: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Identifies a single claim on a task. */
export type Claim = Pick<FrontierTask, 'id' | 'fence'>;

/** A discovered URL that was refused, with the reason. */
export interface RefusedUrl {
  readonly url: string;
  readonly key?: string;
  /** Machine-readable reason, e.g. `robots`, `scope` or `limit`. */
  readonly reason: string;
  readonly code: string;
  readonly message?: string;
}

/** Outcome of adding URLs to a job. */
export interface AddReport {
  /**
   * IDs of the new tasks, in the order of the given URLs. Undefined for URLs that were already known or are beyond the
   * limit.
   */
  readonly ids: readonly (string | undefined)[];
  readonly added: number;
  readonly overLimit: readonly NewTask[];
}

/** Result of a completed task, with further data that is committed in the same transaction. */
export interface Completion {
  readonly result: Result;
  readonly discovered?: readonly NewTask[];
  readonly refused?: readonly RefusedUrl[];
  /** Maximum number of tasks in the job: waiting, in-flight and completed tasks combined. */
  readonly limit?: number;
  /** Deliveries that report the result. They are added to the outbox in the same transaction. */
  readonly deliveries?: readonly NewDelivery[];
}

/** Outcome of a completion. */
export interface CompletionReport {
  /** Index of the result in completion order. Undefined when nothing was written because the claim was lost. */
  readonly index?: number;
  readonly links: AddReport;
}

/** Reason why a task ended without a result. */
export interface Failure {
  readonly state: 'failed' | 'refused';
  readonly code: string;
  readonly message: string;
  /** Machine-readable reason for a refusal. */
  readonly reason?: string;
  /** True for a URL that redirects to a page already in the job. The errors endpoint omits such URLs. */
  readonly hidden?: boolean;
}

/** A URL for which there is no result. */
export interface Problem {
  /** Absent when the URL never became a task. */
  readonly taskId?: string;
  readonly url: string;
  readonly state: 'failed' | 'refused';
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly hidden: boolean;
  /** ISO time at which the problem occurred. */
  readonly at: string;
}

/** Counters of a job. */
export interface FrontierCounts extends JobProgress {
  /** Number of results lost because data was damaged. `done` includes these results. Absent if no results were lost. */
  readonly lost?: number;
}

/** Counters of a job, and the time until its next task can be claimed. */
export interface FrontierOutlook extends FrontierCounts {
  /**
   * Milliseconds until the next task can be claimed. Absent when a task can be claimed now, or only after an in-flight
   * task ends.
   */
  readonly waitMs?: number;
}

/** Position up to which a process has read a job's tasks and lessons. */
export interface JobCursor {
  /** Number of tasks ever added to the job. */
  readonly tasks: number;
  readonly lessons: number;
}

/** URLs and lessons added to a job since the process last read them. */
export interface JobNews {
  /** URLs of the added tasks in insertion order, including URLs added by this process. */
  readonly urls: readonly string[];
  /** Lessons from other processes, in the order in which they were stored. */
  readonly lessons: readonly string[];
  /** New position, to be passed to the next call to `exchange`. */
  readonly known: JobCursor;
  /** True when more URLs can be read immediately. */
  readonly more?: boolean;
}

/** Earliest time at which a task is retried. */
export interface RetryTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Delay in ms set when the retry was scheduled. The wait never exceeds this delay, even if the clock is set back. */
  readonly waitMs: number;
}

/** Returns the retry time that is `waitMs` milliseconds from now. */
export const retryIn = (waitMs: number, now = Date.now()): RetryTime => ({ at: now + waitMs, waitMs });

/** Default lease time of a claim, in ms. */
export const leaseMs = 60_000;

/**
 * Stores the tasks of each job. Acknowledged writes survive a crash of the process. A power failure may lose the latest
 * writes, because they have only been handed to the operating system. After a crash, tasks that were in flight return
 * to the queue. Each of them then runs alone until it ends, so that a task that crashes the process can be identified.
 * A worker must keep renewing its claims. Otherwise, another worker may take over its tasks, and completions under the
 * lost claims are rejected.
 */
export interface Frontier {
  /**
   * Adds URLs that are not yet known. `limit` is the maximum number of tasks in the job: waiting, in-flight and
   * completed tasks combined.
   */
  add(jobId: string, tasks: readonly NewTask[], limit?: number): Promise<AddReport>;
  /** Records refused URLs, each only once per job. */
  refuse(jobId: string, urls: readonly RefusedUrl[]): Promise<void>;
  /**
   * Adds the deduplication keys of a redirect target to a task. Returns false when another task already has one of
   * these keys.
   */
  alias(jobId: string, claim: Claim, keys: readonly string[]): Promise<boolean>;
  /** Claims up to `n` tasks that are waiting or whose leases have expired. */
  claim(jobId: string, n: number): Promise<readonly FrontierTask[]>;
  /**
   * Claims up to `n` waiting tasks whose hosts (`name` or `name:port`) are not in `hosts`. Searches only the first
   * 5,000 waiting tasks.
   */
  claimElsewhere(jobId: string, n: number, hosts: ReadonlySet<string>): Promise<readonly FrontierTask[]>;
  /** Renews this worker's claims for `leaseMs`. Returns the IDs of the claimed tasks. */
  renew(jobId: string): Promise<readonly string[]>;
  /** Releases tasks claimed by this worker as if they had never been claimed. */
  release(jobId: string, ids: readonly string[]): Promise<void>;
  /**
   * Completes a task and stores its result, links and event atomically. With `mayGather`, the write may be delayed
   * briefly and combined with completions of other pages.
   */
  complete(jobId: string, claim: Claim, completion: Completion, mayGather?: boolean): Promise<CompletionReport>;
  /** Ends a task without a result. Returns false when the claim was lost. */
  fail(jobId: string, claim: Claim, failure: Failure): Promise<boolean>;
  /** Requeues a task for another attempt. */
  reclaim(jobId: string, claim: Claim, notBefore?: RetryTime): Promise<void>;
  /**
   * Ends the delay of all tasks that are delayed until exactly `until` (milliseconds since 1970). Resets their
   * attempts.
   */
  endWait(jobId: string, until: number): Promise<void>;
  /**
   * Shares lessons (findings about the job's site) with other processes. Returns new lessons and URLs, or `alone` when
   * only one process uses the database.
   */
  exchange(jobId: string, lessons: readonly string[], known: JobCursor): Promise<JobNews | 'alone'>;
  /** Requeues failed tasks and resets their attempts. Returns the number of requeued tasks. */
  retryFailed(jobId: string): Promise<number>;
  counts(jobId: string): Promise<FrontierCounts>;
  /** Returns a job's counters, and the time until its next task can be claimed. */
  outlook(jobId: string): Promise<FrontierOutlook>;
  /** Returns the URL of every task in insertion order. */
  urls(jobId: string): Promise<readonly string[]>;
  /** Lists URLs without a result, in the order in which they failed or were refused. */
  problems(
    jobId: string,
    options: { readonly state?: 'failed' | 'refused'; readonly skip: number; readonly limit: number },
  ): Promise<{ readonly problems: readonly Problem[]; readonly total: number }>;
  /**
   * Releases this worker's claims as if the tasks had never been claimed. Called when this process stops working on the
   * job.
   */
  close(jobId: string): Promise<void>;
}

/** Injection token for the frontier. */
export const Frontier = Symbol('Frontier');

/** Number of URLs added per transaction. Other work can run between transactions. */
const addedAtOnce = 500;

/** Adds a job's first URLs in batches. Adding many URLs at once would block all API responses. */
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
  // Adds the last batch even if it is empty, because this call creates the job's counters.
  await frontier.add(jobId, part, limit);
}
