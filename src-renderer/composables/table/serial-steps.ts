import { SerialQueue } from '../../../core/common/concurrency/promises';

/** Runs steps one after the other, as each builds on the result of the previous one. */
export function serialSteps() {
  let line = new SerialQueue();
  return {
    /** Wraps work so that it starts once all earlier steps have finished; `restart` drops it. */
    inTurn:
      <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A): Promise<void> => {
        const own = line;
        return own.run(async () => {
          if (own === line) await work(...args);
        });
      },
    /** Drops the queued steps; the next step does not wait for a running one. */
    restart(): void {
      line = new SerialQueue();
    },
  };
}

/** Queue of the steps of a table. */
export type SerialSteps = ReturnType<typeof serialSteps>;
