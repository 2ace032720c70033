import type { Request, RequestQueueOperationInfo } from '@crawlee/core';
import type { Refusal } from '../../contract/hooks';
import type { HostSlot } from '../../ports/host-rate-limiter';
import type { HostSlots } from '../../ports/host-slots';
import type { Completion, CompletionReport, Failure, Frontier, FrontierTask } from '../../ports/jobs/frontier';

/** A page of a job, as dispatched by the queue. Compatible with a Crawlee request. */
export type QueueRequest = Pick<Request, 'id' | 'url' | 'uniqueKey' | 'errorMessages'>;

/** The next page of a job, or the time to wait for it. Empty if there are no tasks left to claim. */
export interface NextPage {
  readonly request?: QueueRequest;
  /** Milliseconds to wait if there is no request. Infinite if the queue must wait for a page in progress. */
  readonly waitMs?: number;
}

/** The next page, before its conversion to a request. */
export type NextTask = Pick<NextPage, 'waitMs'> & { readonly task?: FrontierTask };

/** Outcome of a request: a result with the links that it adds, or a failure. */
export type Ending = { readonly completion: Completion } | { readonly failure: Failure };

/** Result of storing the outcome of a request. */
export interface EndReport extends RequestQueueOperationInfo {
  /** Present only if the request had a result. */
  readonly report?: CompletionReport;
}

/** Services and options of a queue. */
export interface QueueParts {
  readonly frontier: Frontier;
  readonly slots: Pick<HostSlots, 'reserve'>;
  /** Concurrency requested by the caller. */
  readonly wanted?: number;
  /** Maximum number of concurrent pages across all processes. */
  readonly maxPages?: number;
  /** Delay between the end of a page and the start of the next page, across all processes, in ms. */
  readonly delayMs?: number;
  /** False for jobs that exist only in memory. */
  readonly isKept?: boolean;
  /** Number of tasks to claim at once, at least one. Claiming several tasks saves queries. */
  readonly claimAhead: number;
  /**
   * Returns true while this process is still fetching pages of any job. Results may then be held back so that they can
   * be written in one batch.
   */
  readonly mayGather?: () => boolean;
  /** Maximum number of tasks in the job: waiting, in progress and completed tasks combined. */
  readonly limit?: number;
  /** Returns a refusal if robots.txt does not allow a page to be fetched. A refused page is not dispatched. */
  admit?(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined>;
  /** Called after tasks are claimed and before any of them is dispatched. */
  onClaimed?(): Promise<void>;
  /** Called when the queue is closed. */
  onClosed?(): void;
  /** Called after the refusal of a page is written. */
  onRefused?(task: FrontierTask, refusal: Refusal): Promise<void>;
}

/** A request in progress: its task and its host slot. */
export interface InFlightTask {
  readonly task: FrontierTask;
  readonly slot: HostSlot;
  ending?: Ending;
}
