import type { HostSlot, PaceReport, RateLimits, RequestedPause } from './host-rate-limiter';

/** A page of a job that waits for a slot on its host. */
export interface WaitingPage {
  /** `name` or `name:port`. */
  readonly host: string;
  /** Claim of its task, which is marked as started with the slot; absent for in-memory jobs. */
  readonly claim?: { readonly id: string; readonly fence: number };
}

/** Pages of a job that wait for a slot, in order. */
export interface SlotRequest {
  readonly jobId: string;
  readonly pages: readonly WaitingPage[];
  /** Maximum number of slots; defaults to one. */
  readonly count?: number;
  /** Concurrency that the caller wants; a fast host soon gets that many pages. */
  readonly wanted?: number;
  /** Maximum number of concurrent pages of the job, over all processes. */
  readonly maxPages?: number;
  /** Milliseconds between the end of a page of the job and the start of the next, over all processes. */
  readonly delayMs?: number;
}

/** Slots for some of the pages, or the time until one may be free. */
export interface SlotAnswer {
  /** Indexes of waiting pages, and their slots. */
  readonly taken: readonly { readonly page: number; readonly slot: HostSlot }[];
  /** Milliseconds until a retry is worthwhile; 0 with a slot. */
  readonly waitMs: number;
  /** True when the job itself must wait, for its delay or its page limit, whatever its hosts allow. */
  readonly isJobBusy?: boolean;
  /** Indexes of pages whose claim another worker has taken over. */
  readonly lost: readonly number[];
}

/** Politeness of each host over all jobs: slots, requested pauses, and a rate that follows its responses. */
export interface HostSlots {
  /** Reserves slots for the first pages whose hosts are free now. */
  reserve(request: SlotRequest): Promise<SlotAnswer>;
  /** Reports the outcome of a page; 429 and 503 pause this host only. */
  report(host: string, report: PaceReport): Promise<void>;
  /** Returns the milliseconds until the next request to a host; 0 when one can start now. */
  waitOf(host: string): Promise<number>;
  /** Returns the last pause that a host requested, if any. */
  requestedPause(host: string): Promise<RequestedPause | undefined>;
}

/** Token of the host slots. */
export const HostSlots = Symbol('HostSlots');

/** Poll interval while a full host has no free slot, ms. */
export const pollIntervalMs = 100;

/** Limits of public hosts: few pages at first, more while responses are good. */
const publicLimits: RateLimits = { start: 6, most: 24, adaptsToLatency: true };

/** Limits of loopback hosts, which get requests as fast as they respond; their requested pauses still apply. */
const loopbackLimits: RateLimits = { start: 512, most: 512, adaptsToLatency: false };

const isLoopback = (host: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i.test(host);

/** Returns the limits of a host. */
export const limitsOf = (host: string): RateLimits => (isLoopback(host) ? loopbackLimits : publicLimits);
