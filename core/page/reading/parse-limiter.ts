import { WaitList } from '../../common/concurrency/wait-list';

/** Maximum time that a page waits, ms. A page that has waited this long is read even though the limit is reached. */
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
    // Every waiter has its own timer of equal length. Each timer admits whoever is first in line, so every waiter is
    // admitted in time.
    const patience = setTimeout(() => this.#admitNext(), patienceMs);
    await this.#waiting.wait(signal).finally(() => clearTimeout(patience));
  }

  /** Counts the slot immediately, so that no other caller can take it first. */
  #admitNext(): void {
    if (this.#waiting.admitNext()) this.#reading++;
  }
}
