/** Runs works one after the other, in the order they were handed in; gives back the outcome of each. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a work once all before it have ended, well or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** The promise, or the signal's reason as soon as it aborts: work that does not notice must not hold up its caller. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const leave = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) {
      // Whatever comes of it is nobody's business any more.
      work.catch(() => undefined);
      return abort();
    }
    signal.addEventListener('abort', abort, { once: true });
    work.then(
      (value) => {
        leave();
        resolve(value);
      },
      (thrown: unknown) => {
        leave();
        reject(thrown);
      },
    );
  });
}
