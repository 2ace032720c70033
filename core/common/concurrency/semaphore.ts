import { WaitList } from './wait-list';

/** Semaphore with a fixed number of slots. Waiters are served in order. */
export class Semaphore {
  #free: number;
  readonly #waiting = new WaitList();

  constructor(size: number) {
    this.#free = size;
  }

  /**
   * Waits for a slot and returns a function that releases it. Rejects with the signal's reason if the signal aborts
   * first.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#waiting.wait(signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (!this.#waiting.admitNext()) this.#free++;
    };
  }
}
