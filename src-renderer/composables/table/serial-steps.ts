import { SerialQueue } from '../../../core/common/concurrency/promises';

/** Runs steps in sequence, because each step builds on the result of the previous one. */
export function serialSteps() {
  let line = new SerialQueue();
  return {
    /** Wraps `work` so that it starts once all earlier steps have finished. `restart` drops it while it is queued. */
    inTurn:
      <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A): Promise<void> => {
        const own = line;
        return own.run(async () => {
          if (own === line) await work(...args);
        });
      },
    /** Drops the queued steps. The next step starts immediately, even if an earlier step is still in progress. */
    restart(): void {
      line = new SerialQueue();
    },
  };
}

/** Queue of steps on a table. */
export type SerialSteps = ReturnType<typeof serialSteps>;
