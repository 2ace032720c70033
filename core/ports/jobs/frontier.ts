import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../common/model';
import type { NewDelivery } from '../delivery/outbox';

/** How far a job has come, as the job list shows it without opening the job. */
export interface JobProgress {
  readonly queued: number;
  readonly inFlight: number;
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  readonly credits: number;
}

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
}

/** Counters of a frontier, and what is to come. */
export interface FrontierOutlook extends FrontierCounts {
  /** Milliseconds until the next task may be claimed; absent when one may now or none will without an end. */
  readonly waitMs?: number;
}

/** How far a process has read what others found in a job. */
export interface JobCursor {
  /** Pages ever added. */
  readonly tasks: number;
  /** Number of the last lesson. */
  readonly lessons: number;
}

/** What was found in a job since a process read it last. */
export interface JobNews {
  /** URLs of pages in the order they were added, its own among them. */
  readonly urls: readonly string[];
  /** What other processes have told, in the order it was kept. */
  readonly lessons: readonly string[];
  /** How far it has read with these. */
  readonly known: JobCursor;
  /** True when there are further URLs. */
  readonly more?: boolean;
}

/** From when on a task may be tried again. */
export interface NotBefore {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How long that was when it was decided: nothing waits longer when the clock is set back. */
  readonly waitMs: number;
}

/** From now on so many milliseconds. */
export const notBeforeIn = (waitMs: number, now = Date.now()): NotBefore => ({ at: now + waitMs, waitMs });

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
  /** Takes up to `n` of the first 5,000 waiting tasks whose hosts are not among `hosts` (`name` or `name:port`). */
  claimElsewhere(jobId: string, n: number, hosts: ReadonlySet<string>): Promise<readonly FrontierTask[]>;
  /** Renews the claims of this worker, which last for `leaseMs` from now on; gives back the ids of their tasks. */
  renew(jobId: string): Promise<readonly string[]>;
  /** Puts tasks that this worker has claimed back as if they had never been. */
  letGo(jobId: string, ids: readonly string[]): Promise<void>;
  /**
   * Ends a task with its result, its links and its event, all or nothing. With `mayGather` it may wait a moment to share its write with
   * other pages of this process, which must be in progress.
   */
  complete(jobId: string, claim: Claim, completion: Completion, mayGather?: boolean): Promise<CompletionReport>;
  /** Ends a task without a result; false when the claim was lost. */
  fail(jobId: string, claim: Claim, failure: Failure): Promise<boolean>;
  /** Puts a task back as its next attempt. */
  reclaim(jobId: string, claim: Claim, notBefore?: NotBefore): Promise<void>;
  /** Lets tasks that were put back until a time (milliseconds since 1970) be claimed at once, as their first attempt. */
  endWait(jobId: string, until: number): Promise<void>;
  /** Keeps what pages taught about a site, for other processes, and gives back what is new since; `alone` where there is no other process. */
  exchange(jobId: string, lessons: readonly string[], known: JobCursor): Promise<JobNews | 'alone'>;
  /** Makes failed tasks wait again, from their first attempt; gives back how many. */
  retryFailed(jobId: string): Promise<number>;
  counts(jobId: string): Promise<FrontierCounts>;
  /** The counters with the time of the next task. */
  outlook(jobId: string): Promise<FrontierOutlook>;
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

/** Token of the frontier. */
export const Frontier = Symbol('Frontier');

/** URLs added in one transaction, so that other work comes in between. */
const addedAtOnce = 500;

/** Adds the first URLs of a job, part by part: many at once would keep every answer waiting. */
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
  // A job without URLs has counters, too.
  await frontier.add(jobId, part, limit);
}
