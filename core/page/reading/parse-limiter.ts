import { WaitList } from '../../common/concurrency/wait-list';

/** Maximum time that a page waits, ms; after that it is read beyond the limit. */
const patienceMs = 500;

/** Semaphore for reading pages, which admits a page beyond the limit if it has waited too long. */
export class ParseLimiter {
  readonly #waiting = new WaitList();
  #reading = 0;

  /** `usual` returns the number of pages to read at once. */
  constructor(private readonly usual: () => number) {}

  /** Runs `work` once a slot is free; rejects with the signal's reason if aborted while waiting. */
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
    // All waiters have the same time limit, so whichever timer fires first may admit the first in line.
    const patience = setTimeout(() => this.#admitNext(), patienceMs);
    await this.#waiting.wait(signal).finally(() => clearTimeout(patience));
  }

  /** Counts the slot immediately, so that no other caller can take it first. */
  #admitNext(): void {
    if (this.#waiting.admitNext()) this.#reading++;
  }
}
