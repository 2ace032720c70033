import { injectable, unmanaged } from 'inversify';
import { type SteadyClock, systemClock } from '../common/clock';
import {
  type AskedPause,
  HostRateLimiter,
  type HostSlot,
  type PaceReport,
  type RateLimits,
  type ReserveOptions,
} from './host-rate-limiter';

/** Public hosts: few pages at first, more while responses are good. */
const publicLimits: RateLimits = { start: 6, most: 24, adaptsToLatency: true };

/** Hosts of this machine are asked as fast as they answer; a pause they ask for is still kept. */
const loopbackLimits: RateLimits = { start: 512, most: 512, adaptsToLatency: false };

/** How soon to check again whether a full host has a free slot, in milliseconds. */
const lookAgainMs = 100;

/** Hosts remembered at most, unless more are busy. */
const maxHosts = 5000;

const isLoopback = (host: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i.test(host);

/** The request rate of each host over all jobs: slots, pauses the host asks for, and a rate that follows its responses. */
@injectable()
export class HostPace {
  readonly #limiters = new Map<string, HostRateLimiter>();

  constructor(@unmanaged() private readonly clock: SteadyClock = systemClock) {}

  /** A slot on a host (`name` or `name:port`) at once; undefined when there is none now: `waitMs` says when to try again. */
  tryReserve(host: string, options: ReserveOptions = {}): HostSlot | undefined {
    return this.#limiterOf(host).tryReserve(options);
  }

  /** Reports the outcome of a page; 429 and 503 pause this host only. */
  report(host: string, report: PaceReport): void {
    this.#limiterOf(host).report(report);
  }

  /** Sets the minimum time between two requests to a host, for all jobs; 0 removes it. */
  setDelay(host: string, delayMs: number): void {
    this.#limiterOf(host).delayMs = delayMs;
  }

  /** When a host may next be asked, in milliseconds since 1970; now when it may at once. */
  readyAt(host: string): number {
    return this.clock.now() + (this.#limiters.get(host.toLowerCase())?.waitMs() ?? 0);
  }

  /** The last pause a host asked for; undefined when it never did. */
  asked(host: string): AskedPause | undefined {
    return this.#limiters.get(host.toLowerCase())?.asked();
  }

  /** Milliseconds until a slot on a host may be free; 0 when there is one. */
  waitMs(host: string): number {
    const limiter = this.#limiters.get(host.toLowerCase());
    return limiter ? Math.max(limiter.waitMs(), limiter.isFull ? lookAgainMs : 0) : 0;
  }

  /** Pages a host is given at the same time, as things stand. */
  concurrencyOf(host: string): number {
    return this.#limiterOf(host).concurrency;
  }

  #limiterOf(name: string): HostRateLimiter {
    const host = name.toLowerCase();
    const known = this.#limiters.get(host);
    if (known) return known;
    if (this.#limiters.size >= maxHosts) this.#forgetIdle();
    const limiter = new HostRateLimiter(isLoopback(host) ? loopbackLimits : publicLimits, this.clock);
    this.#limiters.set(host, limiter);
    return limiter;
  }

  /** Drops the hosts nobody waits for, the oldest first, until a tenth of the room is free. */
  #forgetIdle(): void {
    for (const [host, limiter] of this.#limiters) {
      if (this.#limiters.size <= maxHosts * 0.9) return;
      if (limiter.isIdle) this.#limiters.delete(host);
    }
  }
}
