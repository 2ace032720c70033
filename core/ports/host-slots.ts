import type { AskedPause, HostSlot, PaceReport, RateLimits } from './host-rate-limiter';

/** A page of a job that may be fetched once its host has a slot. */
export interface WaitingPage {
  /** `name` or `name:port`. */
  readonly host: string;
  /** Its claimed task, which is noted as begun with the slot; absent for a job that is in memory only. */
  readonly claim?: { readonly id: string; readonly fence: number };
}

/** The pages of a job that wait for a slot, the first one first. */
export interface SlotWish {
  readonly jobId: string;
  readonly pages: readonly WaitingPage[];
  /** Slots that are taken at most; one unless given. */
  readonly count?: number;
  /** Pages at the same time the caller asked for; a fast host is soon given that many. */
  readonly wanted?: number;
  /** Most pages of the job at the same time, over all processes. */
  readonly most?: number;
  /** Milliseconds between the end of a page of the job and the start of the next, over all processes. */
  readonly restMs?: number;
}

/** Slots for some of the pages, or how long none is to be expected. */
export interface SlotAnswer {
  /** Places of pages among those that wait, and their slots. */
  readonly taken: readonly { readonly page: number; readonly slot: HostSlot }[];
  /** Milliseconds until it is worth trying again; 0 with a slot. */
  readonly waitMs: number;
  /** Whether the job itself has to wait, for its rest or its most pages, whatever its hosts allow. */
  readonly isJobBusy?: boolean;
  /** Places of pages whose claim has gone to another worker. */
  readonly lost: readonly number[];
}

/** The pace of each host over all jobs: slots, pauses the host asks for, and a rate that follows its responses. */
export interface HostSlots {
  /** Slots for the first pages whose hosts may be asked now. */
  reserve(wish: SlotWish): Promise<SlotAnswer>;
  /** Reports the outcome of a page; 429 and 503 pause this host only. */
  report(host: string, report: PaceReport): Promise<void>;
  /** Milliseconds until a host may next be asked; 0 when it may at once. */
  waitOf(host: string): Promise<number>;
  /** The last pause a host asked for; undefined when it never did. */
  asked(host: string): Promise<AskedPause | undefined>;
}

/** Token of the pace of hosts. */
export const HostSlots = Symbol('HostSlots');

/** How soon to check again whether a full host has a free slot, in milliseconds. */
export const lookAgainMs = 100;

/** Public hosts: few pages at first, more while responses are good. */
const publicLimits: RateLimits = { start: 6, most: 24, adaptsToLatency: true };

/** Hosts of this machine are asked as fast as they answer; a pause they ask for is still kept. */
const loopbackLimits: RateLimits = { start: 512, most: 512, adaptsToLatency: false };

const isLoopback = (host: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i.test(host);

/** How many pages a host is given at the same time. */
export const limitsOf = (host: string): RateLimits => (isLoopback(host) ? loopbackLimits : publicLimits);
