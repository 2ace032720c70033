import { inject, injectable, optional } from 'inversify';
import { PaceClock, systemClock } from './host-pace-clock';
import {
  type AskedPause,
  HostLane,
  type HostSlot,
  type LaneLimits,
  type PaceReport,
  type ReserveOptions,
} from './host-pace-lane';

/** Public hosts: careful at first, more while all goes well. */
const publicLimits: LaneLimits = { start: 6, most: 24, adaptsToLatency: true };

/** This machine's own hosts may be asked as fast as they answer; a pause they ask for is kept all the same. */
const loopbackLimits: LaneLimits = { start: 512, most: 512, adaptsToLatency: false };

/** How soon to ask again whether a full host has a place. */
const lookAgainMs = 100;

/** Hosts remembered at most, unless more are busy. */
const maxHosts = 5000;

const isLoopback = (host: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i.test(host);

/** How fast each host is asked, over all jobs: places, pauses the host asks for, and a pace that follows its answers. */
@injectable()
export class HostPace {
  readonly #lanes = new Map<string, HostLane>();

  constructor(@inject(PaceClock) @optional() private readonly clock: PaceClock = systemClock) {}

  /** Waits for a place on a host (`name` or `name:port`), first come, first served. Rejects with the signal's reason. */
  reserve(host: string, signal: AbortSignal, options: ReserveOptions = {}): Promise<HostSlot> {
    return this.#lane(host).reserve(signal, options);
  }

  /** Tells how a page went; 429 and 503 make this host pause, and no other. */
  report(host: string, report: PaceReport): void {
    this.#lane(host).report(report);
  }

  /** Keeps a least time between starts on a host, for all jobs; 0 takes it away. */
  setDelay(host: string, delayMs: number): void {
    this.#lane(host).delayMs = delayMs;
  }

  /** When a host may next be asked, in milliseconds since 1970; now when it may at once. */
  readyAt(host: string): number {
    return this.clock.wallNow() + (this.#lanes.get(host.toLowerCase())?.waitMs() ?? 0);
  }

  /** The last pause a host asked for; undefined when it never did. */
  asked(host: string): AskedPause | undefined {
    return this.#lanes.get(host.toLowerCase())?.asked();
  }

  /** Milliseconds until it is worth reserving a place on a host; 0 when there is one. */
  waitMs(host: string): number {
    const lane = this.#lanes.get(host.toLowerCase());
    return lane ? Math.max(lane.waitMs(), lane.isFull ? lookAgainMs : 0) : 0;
  }

  /** Pages a host is given at the same time, as things stand. */
  concurrencyOf(host: string): number {
    return this.#lane(host).concurrency;
  }

  #lane(name: string): HostLane {
    const host = name.toLowerCase();
    const known = this.#lanes.get(host);
    if (known) return known;
    if (this.#lanes.size >= maxHosts) this.#forgetIdle();
    const lane = new HostLane(isLoopback(host) ? loopbackLimits : publicLimits, this.clock);
    this.#lanes.set(host, lane);
    return lane;
  }

  /** Drops the hosts nobody waits for, the oldest first, until a tenth of the room is free. */
  #forgetIdle(): void {
    for (const [host, lane] of this.#lanes) {
      if (this.#lanes.size <= maxHosts * 0.9) return;
      if (lane.isIdle) this.#lanes.delete(host);
    }
  }
}
