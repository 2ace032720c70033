import { type SteadyClock, systemClock } from '../../common/concurrency/clock';
import {
  HostRateLimiter,
  type HostSlot,
  type PaceReport,
  type RequestedPause,
  type ReserveOptions,
} from '../../ports/host-rate-limiter';
import { type HostSlots, limitsOf, pollIntervalMs, type SlotAnswer, type SlotRequest } from '../../ports/host-slots';

/** Maximum number of hosts to remember. Exceeded only while more hosts than this are busy. */
const maxHosts = 5000;

/**
 * Limits the request rate per host within this process. A job's own limits (`maxPages`, `delayMs`) are enforced by the
 * job runner.
 */
export class HostPace implements HostSlots {
  readonly #limiters = new Map<string, HostRateLimiter>();

  constructor(private readonly clock: SteadyClock = systemClock) {}

  async reserve({ pages, count = 1, wanted }: SlotRequest): Promise<SlotAnswer> {
    const full = new Set<string>();
    const taken: { readonly page: number; readonly slot: HostSlot }[] = [];
    for (const [page, { host }] of pages.entries()) {
      if (taken.length === count) break;
      const slot = full.has(host) ? undefined : this.tryReserve(host, { wanted });
      if (slot) taken.push({ page, slot });
      else full.add(host);
    }
    const waitMs = taken.length > 0 ? 0 : Math.min(...[...full].map((host) => this.waitMs(host)));
    return { taken, waitMs, lost: [] };
  }

  /**
   * Reserves a slot for a host (`name` or `name:port`) without waiting. Undefined if no slot is free. In that case,
   * `waitMs` returns the time to wait before the next attempt.
   */
  tryReserve(host: string, options: ReserveOptions = {}): HostSlot | undefined {
    return this.#limiterOf(host).tryReserve(options);
  }

  async report(host: string, report: PaceReport): Promise<void> {
    this.#limiterOf(host).report(report);
  }

  async waitOf(host: string): Promise<number> {
    return this.#limiters.get(host.toLowerCase())?.waitMs() ?? 0;
  }

  async requestedPause(host: string): Promise<RequestedPause | undefined> {
    return this.#limiters.get(host.toLowerCase())?.asked();
  }

  /** Returns the time in ms to wait before the next attempt to reserve a slot for a host. 0 if a slot is free now. */
  waitMs(host: string): number {
    const limiter = this.#limiters.get(host.toLowerCase());
    return limiter ? Math.max(limiter.waitMs(), limiter.isFull ? pollIntervalMs : 0) : 0;
  }

  /** Returns the current concurrency limit for a host. */
  concurrencyOf(host: string): number {
    return this.#limiterOf(host).concurrency;
  }

  #limiterOf(name: string): HostRateLimiter {
    const host = name.toLowerCase();
    const known = this.#limiters.get(host);
    if (known) return known;
    if (this.#limiters.size >= maxHosts) this.#forgetIdle();
    const limiter = new HostRateLimiter(limitsOf(host), this.clock);
    this.#limiters.set(host, limiter);
    return limiter;
  }

  /** Evicts idle hosts, oldest first, until a tenth of the capacity is free. */
  #forgetIdle(): void {
    for (const [host, limiter] of this.#limiters) {
      if (this.#limiters.size <= maxHosts * 0.9) return;
      if (limiter.isIdle) this.#limiters.delete(host);
    }
  }
}
