import type { Request, RequestQueueOperationInfo } from '@crawlee/core';
import type { Refusal } from '../../contract/hooks';
import type { HostSlot } from '../../ports/host-rate-limiter';
import type { HostSlots } from '../../ports/host-slots';
import type { Completion, CompletionReport, Failure, Frontier, FrontierTask } from '../../ports/jobs/frontier';

/** A page of a job as dispatched by the queue; a Crawlee request fits. */
export type QueueRequest = Pick<Request, 'id' | 'url' | 'uniqueKey' | 'errorMessages'>;

/** The next page of a job; empty when no task is left to claim. */
export interface NextPage {
  readonly request?: QueueRequest;
  /** Without a request: milliseconds to wait; infinite until a page in progress ends. */
  readonly waitMs?: number;
}

/** The next page before it becomes a request. */
export type NextTask = Pick<NextPage, 'waitMs'> & { readonly task?: FrontierTask };

/** End of a request: a result with its consequences, or a failure. */
export type Ending = { readonly completion: Completion } | { readonly failure: Failure };

/** Outcome of storing the end of a request. */
export interface EndReport extends RequestQueueOperationInfo {
  /** Only for requests that ended with a result. */
  readonly report?: CompletionReport;
}

/** Parts of a queue. */
export interface QueueParts {
  readonly frontier: Frontier;
  readonly slots: Pick<HostSlots, 'reserve'>;
  /** Pages at the same time, as requested by the caller. */
  readonly wanted?: number;
  /** Maximum pages at the same time, over all processes. */
  readonly maxPages?: number;
  /** Delay between the end of a page and the start of the next, over all processes, in milliseconds. */
  readonly delayMs?: number;
  /** False for jobs in memory only. */
  readonly isKept?: boolean;
  /** Tasks to claim at once, to save queries; at least one. */
  readonly claimAhead: number;
  /** False when all pages of this process, of any job, wait for their end to be written. */
  readonly mayGather?: () => boolean;
  /** Maximum number of tasks that are waiting, in progress or done. */
  readonly limit?: number;
  /** Decides whether a page may be fetched (robots.txt); a refused page ends without being dispatched. */
  admit?(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined>;
  /** Called after tasks were claimed, before one is dispatched. */
  onClaimed?(): Promise<void>;
  /** Called when the queue is closed. */
  onClosed?(): void;
  /** Called after a refused page has been written. */
  onRefused?(task: FrontierTask, refusal: Refusal): Promise<void>;
}

/** A request in progress: its task and its host slot. */
export interface InFlightTask {
  readonly task: FrontierTask;
  readonly slot: HostSlot;
  ending?: Ending;
}
