/**
 * Applies the requested pace of a job within this process: limits the number of concurrent pages and adds a delay after
 * each page.
 */
export class JobPace {
  readonly #max: number;
  readonly #delayMs: number;
  #delayedUntil = Number.NEGATIVE_INFINITY;

  constructor({
    maxPages = Number.POSITIVE_INFINITY,
    delayMs = 0,
  }: { readonly maxPages?: number; readonly delayMs?: number }) {
    this.#max = maxPages;
    this.#delayMs = delayMs;
  }

  /** Returns the number of pages that may start while `inProgress` pages are running. */
  room(inProgress: number): number {
    return Math.max(0, this.#max - inProgress);
  }

  /**
   * Returns the number of milliseconds until a page may start. Infinite while the maximum number of pages is running.
   */
  waitMs(inProgress: number): number {
    if (this.room(inProgress) === 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#delayedUntil - performance.now());
  }

  /** Starts the delay that follows each page. */
  pageEnded(): void {
    this.#delayedUntil = performance.now() + this.#delayMs;
  }
}
