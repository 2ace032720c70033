import type { SteadyClock } from '../common/concurrency/clock';

/** A slot on a host. The holder must release it when the page is done. */
export interface HostSlot {
  release(): void;
  /**
   * False once the slot has been released or its lease has expired. Another process may then use the slot. Absent when
   * only one process uses the database.
   */
  holds?(): boolean;
}

/** Outcome of fetching a page, used to adjust the request rate of its host. */
export interface PaceReport {
  /** HTTP status. Absent if there was no response. */
  readonly status?: number;
  /** `Retry-After` as sent by the host: either seconds or an HTTP date. */
  readonly retryAfter?: string;
  readonly durationMs: number;
}

/** True if the host temporarily refuses requests (status 429 or 503). */
export const isRefusal = ({ status }: PaceReport): boolean => status === 429 || status === 503;

/** A pause that a host requested with Retry-After. */
export interface RequestedPause {
  /** Milliseconds since the pause was requested. */
  readonly agoMs: number;
  /** Remaining milliseconds of the pause. 0 when it has ended. */
  readonly leftMs: number;
}

/** Options for a reservation. */
export interface ReserveOptions {
  /** Minimum time in ms between two requests to the host, as required for this page. */
  readonly delayMs?: number;
  /** Number of concurrent pages that the caller wants. The limit of a fast host quickly rises to this number. */
  readonly wanted?: number;
}

/** Limits on the number of concurrent pages per host. */
export interface RateLimits {
  readonly start: number;
  readonly most: number;
  /** True when slow responses lower the limit. */
  readonly adaptsToLatency: boolean;
}

/** Maximum pause in ms that a host can request. Longer pauses are capped. */
const maxPauseMs = 300_000;

/** First pause in ms after a refusal without `Retry-After`. The pause doubles with each refusal. */
export const firstPauseMs = 1000;
const maxOwnPauseMs = 60_000;

/** Average response time in ms below which a host counts as fast. */
const fastMs = 1000;

/** Converts a `Retry-After` value to milliseconds. Undefined if it is invalid or in the past. */
export function retryAfterMs(text: string | undefined, wallNow: number): number | undefined {
  const value = text?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, maxPauseMs);
  // An HTTP date contains letters, e.g. in the name of the month. `Date.parse` would read a plain number as a year.
  if (!/[a-z]{3}/i.test(value)) return undefined;
  const pause = Date.parse(value) - wallNow;
  return pause > 0 ? Math.min(pause, maxPauseMs) : undefined;
}

/** State of a host's rate limiter as plain JSON. Times are measured by the limiter's clock. */
export interface LimiterState {
  limit: number;
  hasSlowedDown: boolean;
  refusals: number;
  goodInRow: number;
  wanted: number;
  lastStart?: number;
  pausedUntil?: number;
  asked?: { readonly at: number; readonly until: number };
  usualMs?: number;
  bestMs?: number;
}

/** Rate limiter for one host, based on its requests in flight and recent responses. */
export class HostRateLimiter {
  readonly state: LimiterState;
  readonly #limits: RateLimits;
  readonly #clock: SteadyClock;
  #active: number;

  /** Restores a host's limiter from its stored state and the number of requests in flight. */
  constructor(
    limits: RateLimits,
    clock: SteadyClock,
    known: { readonly state?: LimiterState; readonly active?: number } = {},
  ) {
    this.#limits = limits;
    this.#clock = clock;
    this.#active = known.active ?? 0;
    this.state = known.state ?? {
      limit: limits.start,
      hasSlowedDown: false,
      refusals: 0,
      goodInRow: 0,
      wanted: 0,
    };
  }

  get concurrency(): number {
    return this.state.limit;
  }

  get isIdle(): boolean {
    return this.#active === 0 && this.waitMs() === 0;
  }

  /** True when all slots are taken. */
  get isFull(): boolean {
    return this.#active >= this.state.limit;
  }

  /** Returns the milliseconds until the next request to the host may start, if a slot is free by then. */
  waitMs(delayMs = 0): number {
    const now = this.#clock.steadyNow();
    const { pausedUntil = now, lastStart = Number.NEGATIVE_INFINITY } = this.state;
    return Math.max(0, pausedUntil - now, lastStart + delayMs - now);
  }

  /** Returns the last pause that the host requested with Retry-After. */
  asked(): RequestedPause | undefined {
    const now = this.#clock.steadyNow();
    const { asked } = this.state;
    return asked && { agoMs: now - asked.at, leftMs: Math.max(0, asked.until - now) };
  }

  /** Reserves a slot immediately. Returns undefined when all slots are taken or the host is paused. */
  tryReserve({ delayMs = 0, wanted = 0 }: ReserveOptions): HostSlot | undefined {
    this.state.wanted = Math.max(this.state.wanted, wanted);
    if (this.isFull || this.waitMs(delayMs) > 0) return undefined;
    this.#active++;
    this.state.lastStart = this.#clock.steadyNow();
    return { release: this.#releaseOnce() };
  }

  report(report: PaceReport): void {
    const { status, retryAfter, durationMs } = report;
    if (isRefusal(report)) this.#refused(retryAfter);
    else if (status === undefined || status === 0) this.#slowDown(this.state.limit - 1);
    else this.#answered(durationMs);
  }

  /** Pauses the host for a number of milliseconds. */
  rest(pauseMs: number): void {
    const now = this.#clock.steadyNow();
    this.state.pausedUntil = Math.max(this.state.pausedUntil ?? now, now + pauseMs);
  }

  #refused(retryAfter: string | undefined): void {
    const { state } = this;
    const now = this.#clock.steadyNow();
    // Counts simultaneous refusals of several pages as one.
    if (now >= (state.pausedUntil ?? now)) {
      state.refusals++;
      this.#slowDown(Math.floor(state.limit / 2));
    }
    const own = Math.min(firstPauseMs * 2 ** (state.refusals - 1), maxOwnPauseMs);
    const asked = retryAfterMs(retryAfter, this.#clock.now());
    if (asked !== undefined) state.asked = { at: now, until: now + asked };
    this.rest(asked ?? own);
  }

  /**
   * Adjusts the limit after a response that is not a refusal. Good responses raise the limit, and slow responses lower
   * it.
   */
  #answered(durationMs: number): void {
    const { state } = this;
    const usualMs = state.usualMs === undefined ? durationMs : state.usualMs * 0.9 + durationMs * 0.1;
    const bestMs = Math.min((state.bestMs ?? Number.POSITIVE_INFINITY) * 1.001, usualMs);
    Object.assign(state, { usualMs, bestMs });
    state.goodInRow++;
    if (this.#isEager) state.limit = Math.min(this.#limits.most, state.limit + 1);
    if (state.goodInRow < state.limit * 2) return;
    state.goodInRow = 0;
    state.refusals = Math.max(0, state.refusals - 1);
    const isStruggling = this.#limits.adaptsToLatency && usualMs > 1500 && usualMs > bestMs * 3;
    if (isStruggling) this.#slowDown(state.limit - 1);
    else state.limit = Math.min(this.#limits.most, state.limit + 1);
  }

  /**
   * True for a fast host whose limit has never been lowered. The limit then rises with every response, up to the wanted
   * concurrency.
   */
  get #isEager(): boolean {
    const { hasSlowedDown, limit, wanted, usualMs = 0 } = this.state;
    return !hasSlowedDown && limit < wanted && usualMs < fastMs;
  }

  #slowDown(limit: number): void {
    this.state.hasSlowedDown = true;
    this.state.limit = Math.max(1, limit);
    this.state.goodInRow = 0;
  }

  #releaseOnce(): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#active--;
    };
  }
}
