import { orAborted } from '../common/promises';

/** How long a page waits for its turn; then it is read beside those that keep it waiting. */
const patienceMs = 500;

/** Turns of pages to be read: so many at once, and more when some take long. */
export class ReadingTurns {
  readonly #waiting: (() => void)[] = [];
  #reading = 0;

  /** `usual` gives how many are read at once unless some take long. */
  constructor(private readonly usual: () => number) {}

  /** Does a work in its turn; rejects with the signal's reason while it waits. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#reading >= this.usual()) await this.#turn(signal);
    this.#reading++;
    try {
      return await work();
    } finally {
      this.#reading--;
      if (this.#reading < this.usual()) this.#waiting.shift()?.();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    let call = (): void => undefined;
    const called = new Promise<void>((resolve) => {
      call = resolve;
    });
    const patience = setTimeout(call, patienceMs);
    this.#waiting.push(call);
    try {
      await orAborted(called, signal);
    } finally {
      clearTimeout(patience);
      const place = this.#waiting.indexOf(call);
      if (place >= 0) this.#waiting.splice(place, 1);
    }
  }
}
