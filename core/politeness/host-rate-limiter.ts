import type { SteadyClock } from '../common/clock';

/** A slot on a host; release it when the page is done. */
export interface HostSlot {
  release(): void;
}

/** The outcome of a page, as far as the host's rate is concerned. */
export interface PaceReport {
  /** HTTP status; absent when there was no answer. */
  readonly status?: number;
  /** `Retry-After` as the host wrote it: seconds or an HTTP date. */
  readonly retryAfter?: string;
  readonly durationMs: number;
}

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
const firstPauseMs = 1000;
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

/** One host: its running requests, and how it has answered lately. */
export class HostRateLimiter {
  /** Least time between two starts. */
  delayMs = 0;
  readonly #limits: RateLimits;
  readonly #clock: SteadyClock;
  #active = 0;
  #limit: number;
  #lastStart = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #asked: { readonly at: number; readonly until: number } | undefined;
  #wanted = 0;
  #hasSlowedDown = false;
  #refusals = 0;
  #goodInRow = 0;
  #usualMs: number | undefined;
  #bestMs = Number.POSITIVE_INFINITY;

  constructor(limits: RateLimits, clock: SteadyClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#limit = limits.start;
  }

  get concurrency(): number {
    return this.#limit;
  }

  get isIdle(): boolean {
    return this.#active === 0 && this.waitMs() === 0;
  }

  /** True when every slot is taken. */
  get isFull(): boolean {
    return this.#active >= this.#limit;
  }

  /** Milliseconds until the host may be asked again; slots not counted. */
  waitMs(delayMs = 0): number {
    const now = this.#clock.steadyNow();
    return Math.max(0, this.#pausedUntil - now, this.#lastStart + Math.max(this.delayMs, delayMs) - now);
  }

  /** The last pause the host asked for by Retry-After. */
  asked(): AskedPause | undefined {
    const now = this.#clock.steadyNow();
    return this.#asked && { agoMs: now - this.#asked.at, leftMs: Math.max(0, this.#asked.until - now) };
  }

  /** A slot at once; undefined when all are taken or the host must be left alone for now. */
  tryReserve({ delayMs = 0, wanted = 0 }: ReserveOptions): HostSlot | undefined {
    this.#wanted = Math.max(this.#wanted, wanted);
    if (this.isFull || this.waitMs(delayMs) > 0) return undefined;
    this.#active++;
    this.#lastStart = this.#clock.steadyNow();
    return { release: this.#releaseOnce() };
  }

  report({ status, retryAfter, durationMs }: PaceReport): void {
    if (status === 429 || status === 503) this.#refused(retryAfter);
    else if (status === undefined || status === 0) this.#slowDown(this.#limit - 1);
    else this.#answered(durationMs);
  }

  /** The host asked for a pause. */
  #refused(retryAfter: string | undefined): void {
    const now = this.#clock.steadyNow();
    // Pages that were under way together are one refusal, not many.
    if (now >= this.#pausedUntil) {
      this.#refusals++;
      this.#slowDown(Math.floor(this.#limit / 2));
    }
    const own = Math.min(firstPauseMs * 2 ** (this.#refusals - 1), maxOwnPauseMs);
    const asked = retryAfterMs(retryAfter, this.#clock.now());
    if (asked !== undefined) this.#asked = { at: now, until: now + asked };
    this.#pausedUntil = Math.max(this.#pausedUntil, now + (asked ?? own));
  }

  /** A good answer: more of them make the host be asked more, slower ones less. */
  #answered(durationMs: number): void {
    this.#usualMs = this.#usualMs === undefined ? durationMs : this.#usualMs * 0.9 + durationMs * 0.1;
    this.#bestMs = Math.min(this.#bestMs * 1.001, this.#usualMs);
    this.#goodInRow++;
    if (this.#isEager) this.#limit = Math.min(this.#limits.most, this.#limit + 1);
    if (this.#goodInRow < this.#limit * 2) return;
    this.#goodInRow = 0;
    this.#refusals = Math.max(0, this.#refusals - 1);
    const isStruggling = this.#limits.adaptsToLatency && this.#usualMs > 1500 && this.#usualMs > this.#bestMs * 3;
    if (isStruggling) this.#slowDown(this.#limit - 1);
    else this.#limit = Math.min(this.#limits.most, this.#limit + 1);
  }

  /** A fast host that never refused is given what the caller asked for, doubling each round. */
  get #isEager(): boolean {
    return !this.#hasSlowedDown && this.#limit < this.#wanted && (this.#usualMs ?? 0) < fastMs;
  }

  #slowDown(limit: number): void {
    this.#hasSlowedDown = true;
    this.#limit = Math.max(1, limit);
    this.#goodInRow = 0;
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
