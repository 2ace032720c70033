/** Hands out a bounded number of places; whoever waits is served in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly size: number) {
    this.#free = size;
  }

  /** Number of places taken. */
  get taken(): number {
    return this.size - this.#free;
  }

  /** Number of callers that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Waits for a place and gives back the function that frees it; rejects with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', abandon);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }
}
