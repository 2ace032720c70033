import type { Request, RequestQueueOperationInfo } from '@crawlee/core';
import type { Refusal } from '../../contract/hooks';
import type { HostSlot } from '../../ports/host-rate-limiter';
import type { HostSlots } from '../../ports/host-slots';
import type { Completion, CompletionReport, Failure, Frontier, FrontierTask } from '../../ports/jobs/frontier';

/** A page of a job as the queue hands it out; a request of Crawlee is one, too. */
export type QueueRequest = Pick<Request, 'id' | 'url' | 'uniqueKey' | 'errorMessages'>;

/** The next page of a job. Empty when no task is left to claim. */
export interface NextPage {
  readonly request?: QueueRequest;
  /** Without a request: milliseconds until one may be there; infinite until a page in progress ends. */
  readonly waitMs?: number;
}

/** The same before it is made a request. */
export type NextTask = Pick<NextPage, 'waitMs'> & { readonly task?: FrontierTask };

/** How a request ends: with a result and what follows from it, or without one. */
export type Ending = { readonly completion: Completion } | { readonly failure: Failure };

/** What was written when a request ended. */
export interface EndReport extends RequestQueueOperationInfo {
  /** Of a request that ended with a result. */
  readonly report?: CompletionReport;
}

/** What a queue is made of. */
export interface QueueParts {
  readonly frontier: Frontier;
  readonly slots: Pick<HostSlots, 'reserve'>;
  /** Pages at the same time the caller asked for. */
  readonly wanted?: number;
  /** Most pages at the same time, over all processes. */
  readonly most?: number;
  /** Milliseconds between the end of a page and the start of the next, over all processes. */
  readonly restMs?: number;
  /** False for a job that is in memory only. */
  readonly isKept?: boolean;
  /** Tasks claimed at once, so that the store is not asked for each one; no fewer than one. */
  readonly claimAhead: number;
  /** False when the ends of all pages of this process, of any job, wait to be written. */
  readonly mayGather?: () => boolean;
  /** Most tasks that may be waiting, in work or done. */
  readonly limit?: number;
  /** Asks whether a page may be fetched (robots.txt); a refused one ends and is not handed out. */
  admit?(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined>;
  /** Told of tasks that were claimed, before one of them is handed out. */
  onClaimed?(): Promise<void>;
  /** Called when the queue is closed. */
  onClosed?(): void;
  /** Told of a page that was refused, once that is written. */
  onRefused?(task: FrontierTask, refusal: Refusal): Promise<void>;
}

/** A request in work: its task, and its slot on the host. */
export interface InWork {
  readonly task: FrontierTask;
  readonly slot: HostSlot;
  ending?: Ending;
}
