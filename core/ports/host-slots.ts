import type { HostSlot, PaceReport, RateLimits, RequestedPause } from './host-rate-limiter';

/** A job's page that is waiting for a slot on its host. */
export interface WaitingPage {
  /** Host in the form `name` or `name:port`. */
  readonly host: string;
  /** Claim on the page's task. The task is marked as started when the slot is reserved. Absent for in-memory jobs. */
  readonly claim?: { readonly id: string; readonly fence: number };
}

/** Pages from a job that are waiting for a slot, in order. */
export interface SlotRequest {
  readonly jobId: string;
  readonly pages: readonly WaitingPage[];
  /** Maximum number of slots to reserve. Defaults to one. */
  readonly count?: number;
  /** Number of concurrent pages that the caller wants. A fast host soon allows this number. */
  readonly wanted?: number;
  /** Maximum number of concurrent pages in the job across all processes. */
  readonly maxPages?: number;
  /** Milliseconds between the end of one page in the job and the start of the next, across all processes. */
  readonly delayMs?: number;
}

/** Slots for some of the pages, or the time until a slot may become free. */
export interface SlotAnswer {
  /** Indexes of the waiting pages that got a slot, with their slots. */
  readonly taken: readonly { readonly page: number; readonly slot: HostSlot }[];
  /** Milliseconds until a retry is worthwhile. 0 if a slot was granted. */
  readonly waitMs: number;
  /**
   * True when the job itself must wait because of its delay or page limit. The hosts of its pages do not matter then.
   */
  readonly isJobBusy?: boolean;
  /** Indexes of pages whose claim another worker has taken over. */
  readonly lost: readonly number[];
}

/**
 * Limits the load on each host across all jobs. It uses slots, pauses that the host requested, and a rate that adapts
 * to responses.
 */
export interface HostSlots {
  /** Reserves slots for the first pages whose hosts are free. */
  reserve(request: SlotRequest): Promise<SlotAnswer>;
  /** Reports the outcome of a page. Status 429 and 503 pause only this host. */
  report(host: string, report: PaceReport): Promise<void>;
  /** Returns the milliseconds until the next request to a host may start. 0 when it may start now. */
  waitOf(host: string): Promise<number>;
  /** Returns the last pause that a host requested, if any. */
  requestedPause(host: string): Promise<RequestedPause | undefined>;
}

/** Injection token for the host slots. */
export const HostSlots = Symbol('HostSlots');

/** Poll interval while all slots of a host are taken, ms. */
export const pollIntervalMs = 100;

/** Limits for public hosts: few pages at first, and more while responses are good. */
const publicLimits: RateLimits = { start: 6, most: 24, adaptsToLatency: true };

/**
 * Limits for loopback hosts. They receive requests as fast as they respond, but pauses that they request still apply.
 */
const loopbackLimits: RateLimits = { start: 512, most: 512, adaptsToLatency: false };

const isLoopback = (host: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i.test(host);

/** Returns the limits for a host. */
export const limitsOf = (host: string): RateLimits => (isLoopback(host) ? loopbackLimits : publicLimits);
