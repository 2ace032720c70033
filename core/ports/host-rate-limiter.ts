import type { SteadyClock } from '../common/concurrency/clock';

/** A slot on a host; release it when the page is done. */
export interface HostSlot {
  release(): void;
  /** False once the slot may be another process's: its lease is over, or it was released. Absent where there is no other process. */
  holds?(): boolean;
}

/** The outcome of a page, as far as the host's rate is concerned. */
export interface PaceReport {
  /** HTTP status; absent when there was no answer. */
  readonly status?: number;
  /** `Retry-After` as the host wrote it: seconds or an HTTP date. */
  readonly retryAfter?: string;
  readonly durationMs: number;
}

/** Whether a host refuses requests for now (429, 503). */
export const isRefusal = ({ status }: PaceReport): boolean => status === 429 || status === 503;

/** A pause a host asked for by Retry-After. */
export interface AskedPause {
  /** Milliseconds since it asked. */
  readonly agoMs: number;
  /** Milliseconds of the pause that are left; 0 when it is over. */
  readonly leftMs: number;
}

/** Options of a reservation. */
export interface ReserveOptions {
  /** Minimum time between two requests to the host, for this page. */
  readonly delayMs?: number;
  /** Pages at the same time the caller asked for; a fast host is soon given that many. */
  readonly wanted?: number;
}

/** How many pages one host is given at the same time. */
export interface RateLimits {
  readonly start: number;
  readonly most: number;
  /** Whether slower answers mean fewer pages. */
  readonly adaptsToLatency: boolean;
}

/** Longest pause a host may ask for; longer ones are cut to this. */
const maxPauseMs = 300_000;

/** First pause of a host that asks for one without saying how long; it doubles each time. */
export const firstPauseMs = 1000;
const maxOwnPauseMs = 60_000;

/** Responses faster than this are those of a fast host. */
const fastMs = 1000;

/** Milliseconds a `Retry-After` asks for; undefined when it says nothing of use. */
export function retryAfterMs(text: string | undefined, wallNow: number): number | undefined {
  const value = text?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, maxPauseMs);
  // Dates have a name of a day or a month; anything else `Date.parse` would make a year of.
  if (!/[a-z]{3}/i.test(value)) return undefined;
  const pause = Date.parse(value) - wallNow;
  return pause > 0 ? Math.min(pause, maxPauseMs) : undefined;
}

/** What is known of a host: plain JSON, times as the clock of its limiter measures them. */
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

/** One host: its running requests, and how it has answered lately. */
export class HostRateLimiter {
  /** Least time between two starts. */
  delayMs = 0;
  readonly state: LimiterState;
  readonly #limits: RateLimits;
  readonly #clock: SteadyClock;
  #active: number;

  /** With `known`, a host goes on as it was kept, with so many requests running. */
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

  /** True when every slot is taken. */
  get isFull(): boolean {
    return this.#active >= this.state.limit;
  }

  /** Milliseconds until the host may be asked again; slots not counted. */
  waitMs(delayMs = 0): number {
    const now = this.#clock.steadyNow();
    const { pausedUntil = now, lastStart = Number.NEGATIVE_INFINITY } = this.state;
    return Math.max(0, pausedUntil - now, lastStart + Math.max(this.delayMs, delayMs) - now);
  }

  /** The last pause the host asked for by Retry-After. */
  asked(): AskedPause | undefined {
    const now = this.#clock.steadyNow();
    const { asked } = this.state;
    return asked && { agoMs: now - asked.at, leftMs: Math.max(0, asked.until - now) };
  }

  /** A slot at once; undefined when all are taken or the host must be left alone for now. */
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

  /** Nothing is asked for so long from now on. */
  rest(pauseMs: number): void {
    const now = this.#clock.steadyNow();
    this.state.pausedUntil = Math.max(this.state.pausedUntil ?? now, now + pauseMs);
  }

  /** The host asked for a pause. */
  #refused(retryAfter: string | undefined): void {
    const { state } = this;
    const now = this.#clock.steadyNow();
    // Pages that were under way together are one refusal, not many.
    if (now >= (state.pausedUntil ?? now)) {
      state.refusals++;
      this.#slowDown(Math.floor(state.limit / 2));
    }
    const own = Math.min(firstPauseMs * 2 ** (state.refusals - 1), maxOwnPauseMs);
    const asked = retryAfterMs(retryAfter, this.#clock.now());
    if (asked !== undefined) state.asked = { at: now, until: now + asked };
    this.rest(asked ?? own);
  }

  /** A good answer: more of them make the host be asked more, slower ones less. */
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

  /** A fast host that never refused is given what the caller asked for, doubling each round. */
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
