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
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#reading--;
      this.#callNext();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#reading >= this.usual()) await this.#called(signal);
    else this.#reading++;
  }

  /** Whoever is called has the turn already. */
  #called(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(patience);
        signal.removeEventListener('abort', abandon);
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
      };
      const enter = () => {
        leave();
        this.#reading++;
        resolve();
      };
      const abandon = () => {
        leave();
        reject(signal.reason);
      };
      const patience = setTimeout(enter, patienceMs);
      signal.addEventListener('abort', abandon, { once: true });
      this.#waiting.push(enter);
    });
  }

  #callNext(): void {
    while (this.#waiting.length > 0 && this.#reading < this.usual()) this.#waiting[0]?.();
  }
}
