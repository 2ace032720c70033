import type { SteadyClock } from '../../common/concurrency/clock';
import { firstPauseMs, type PaceReport, type RequestedPause, retryAfterMs } from '../../ports/host-rate-limiter';

/** A pause in requests to a host. Times are in ms on the monotonic clock (`steadyNow`). */
interface Pause {
  readonly report: PaceReport;
  readonly at: number;
  readonly until: number;
  /** True when the host requested the duration of the pause. */
  readonly isRequested: boolean;
}

/** Pauses that are not yet stored in the database. For each host, only the longest-lasting pause is retained. */
export class PendingPauses {
  readonly #pauses = new Map<string, Pause>();
  readonly #clock: SteadyClock;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  /** Hosts with pauses that are not stored yet, including hosts whose pause has expired. */
  get hosts(): readonly string[] {
    return [...this.#pauses.keys()];
  }

  add(host: string, report: PaceReport): void {
    const at = this.#clock.steadyNow();
    const askedMs = retryAfterMs(report.retryAfter, this.#clock.now());
    const until = at + (askedMs ?? firstPauseMs);
    if (until < (this.#pauses.get(host)?.until ?? until)) return;
    this.#pauses.set(host, { report, at, until, isRequested: askedMs !== undefined });
  }

  /** Returns the time in ms that requests to a host must wait. */
  waitMs(host: string): number {
    return Math.max(0, (this.#pauses.get(host)?.until ?? 0) - this.#clock.steadyNow());
  }

  /** Returns the pause that a host requested with Retry-After. */
  requestedPause(host: string): RequestedPause | undefined {
    const pause = this.#pauses.get(host);
    return pause?.isRequested ? { agoMs: this.#clock.steadyNow() - pause.at, leftMs: this.waitMs(host) } : undefined;
  }

  clear(): void {
    this.#pauses.clear();
  }

  /**
   * Stores a host's pause, with the remaining Retry-After time, in the database. Then removes the pause from memory,
   * unless a longer pause was added during the write.
   */
  async store(host: string, write: (report: PaceReport) => Promise<void>): Promise<void> {
    const pause = this.#pauses.get(host);
    if (!pause) return;
    const { report, isRequested } = pause;
    await write(isRequested ? { ...report, retryAfter: String(this.waitMs(host) / 1000) } : report);
    if (this.#pauses.get(host) === pause) this.#pauses.delete(host);
  }
}
