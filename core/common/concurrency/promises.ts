/** Queue that runs tasks one at a time, in order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task once all earlier tasks have settled, and returns its outcome. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/**
 * Returns the outcome of a promise, but rejects with the signal's reason as soon as the signal aborts. Work that
 * ignores the signal therefore does not block its caller.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const leave = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) {
      // Prevents an unhandled rejection if abandoned work fails.
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

/** Rejects with the signal's reason once the signal aborts. */
export function waitForAbort(signal: AbortSignal): Promise<never> {
  return orAborted(new Promise<never>(() => undefined), signal);
}
