import type { HostSlot, PaceReport, RateLimits, RequestedPause } from './host-rate-limiter';

/** A job's page that is waiting for a slot on its host. */
export interface WaitingPage {
  /** Host in the form `name` or `name:port`. */
  readonly host: string;
  /**
   * Claim on the page's task. The claim is marked as started when a slot is reserved. In-memory jobs have no claims.
   */
  readonly claim?: { readonly id: string; readonly fence: number };
}

/** Request for slots for a job's waiting pages. Earlier pages in the list are preferred. */
export interface SlotRequest {
  readonly jobId: string;
  readonly pages: readonly WaitingPage[];
  /** Maximum number of slots to reserve. Defaults to one. */
  readonly count?: number;
  /** Number of concurrent pages that the caller wants. The limit of a fast host quickly rises to this number. */
  readonly wanted?: number;
  /** Maximum number of concurrent pages in the job, across all processes. */
  readonly maxPages?: number;
  /** Milliseconds between the end of a page in the job and the start of the next page, across all processes. */
  readonly delayMs?: number;
}

/** Slots granted for some of the pages, or the time to wait before trying again. */
export interface SlotAnswer {
  /** Granted slots, each with the index of its page in the request. */
  readonly taken: readonly { readonly page: number; readonly slot: HostSlot }[];
  /** Milliseconds until a retry is worthwhile. 0 if a slot was granted. */
  readonly waitMs: number;
  /** True when the job itself must wait because of its delay or page limit, regardless of the hosts. */
  readonly isJobBusy?: boolean;
  /** Indexes of pages whose claims were taken over by another worker. */
  readonly lost: readonly number[];
}

/** Limits the load on each host across all jobs. Uses slots, pauses requested by the host, and adaptive rate limits. */
export interface HostSlots {
  /** Reserves slots for waiting pages whose hosts have capacity, in the order of the request. */
  reserve(request: SlotRequest): Promise<SlotAnswer>;
  /** Reports the outcome of a page. A 429 or 503 status pauses the host. */
  report(host: string, report: PaceReport): Promise<void>;
  /** Returns the milliseconds until the next request to a host may start. 0 when it may start now. */
  waitOf(host: string): Promise<number>;
  /** Returns the last pause that a host requested, if any. */
  requestedPause(host: string): Promise<RequestedPause | undefined>;
}

/** Injection token for the host slots. */
export const HostSlots = Symbol('HostSlots');

/** Poll interval in ms while all slots of a host are taken. */
export const pollIntervalMs = 100;

/** Limits for public hosts: few concurrent pages at first, and more while responses are good. */
const publicLimits: RateLimits = { start: 6, most: 24, adaptsToLatency: true };

/** Limits for loopback hosts. Slow responses do not lower these limits, but requested pauses still apply. */
const loopbackLimits: RateLimits = { start: 512, most: 512, adaptsToLatency: false };

const isLoopback = (host: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i.test(host);

/** Returns the limits for a host. */
export const limitsOf = (host: string): RateLimits => (isLoopback(host) ? loopbackLimits : publicLimits);
