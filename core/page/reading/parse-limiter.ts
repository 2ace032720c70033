import { WaitList } from '../../common/concurrency/wait-list';

/** Maximum time that a page waits for a slot, in ms. After this time, the page is read even if no slot is free. */
const patienceMs = 500;

/**
 * Semaphore that limits how many pages are read at the same time. A page that has waited too long is read despite the
 * limit.
 */
export class ParseLimiter {
  readonly #waiting = new WaitList();
  #reading = 0;

  /** `usual` returns the number of pages that may be read at the same time. */
  constructor(private readonly usual: () => number) {}

  /** Runs `work` once a slot is free. Rejects with the signal's reason if aborted while waiting. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#reading--;
      while (this.#waiting.length > 0 && this.#reading < this.usual()) this.#admitNext();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#reading < this.usual()) {
      this.#reading++;
      return;
    }
    // Every waiting page starts a timer of the same length, and each timer admits the first page in line. Therefore, no
    // page waits longer than this time.
    const patience = setTimeout(() => this.#admitNext(), patienceMs);
    await this.#waiting.wait(signal).finally(() => clearTimeout(patience));
  }

  /** Admits the next waiting page, if any. Counts it immediately, so that no other caller can take its slot. */
  #admitNext(): void {
    if (this.#waiting.admitNext()) this.#reading++;
  }
}
