/** Pace requested by a job, within this process: pages at the same time, and a delay after each. */
export class JobPace {
  readonly #max: number;
  readonly #delayMs: number;
  #delayedUntil = Number.NEGATIVE_INFINITY;

  constructor({ most = Number.POSITIVE_INFINITY, restMs = 0 }: { readonly most?: number; readonly restMs?: number }) {
    this.#max = most;
    this.#delayMs = restMs;
  }

  /** Number of pages that may start in addition to those in progress. */
  room(inProgress: number): number {
    return Math.max(0, this.#max - inProgress);
  }

  /** Milliseconds until a page may start; infinite while the limit is reached. */
  waitMs(inProgress: number): number {
    if (this.room(inProgress) === 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#delayedUntil - performance.now());
  }

  /** Starts the delay after a page. */
  pageEnded(): void {
    this.#delayedUntil = performance.now() + this.#delayMs;
  }
}
