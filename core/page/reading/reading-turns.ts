import { WaitList } from '../../common/concurrency/wait-list';

/** Longest wait of a page for its turn, in milliseconds; then it is read in addition to the others. */
const patienceMs = 500;

/** Limits how many pages are read at once; a page that has waited long is read beyond that. */
export class ReadingTurns {
  readonly #waiting = new WaitList();
  #reading = 0;

  /** `usual` gives the number of pages that are read at once. */
  constructor(private readonly usual: () => number) {}

  /** Does a work in its turn; rejects with the signal's reason while it waits. */
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
    // The first in the list has waited longest, so it is the one whose time is over.
    const patience = setTimeout(() => this.#admitNext(), patienceMs);
    await this.#waiting.wait(signal).finally(() => clearTimeout(patience));
  }

  /** Counted here, so that nobody else takes the turn. */
  #admitNext(): void {
    if (this.#waiting.admitNext()) this.#reading++;
  }
}
