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
