import { SerialQueue } from '../../../core/common/concurrency/promises';

/** Runs steps in sequence, because each step uses the result of the previous one. */
export function serialSteps() {
  let line = new SerialQueue();
  return {
    /**
     * Wraps `work` so that each call starts after all earlier steps have ended. `restart` drops calls that are still
     * queued.
     */
    inTurn:
      <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A): Promise<void> => {
        const own = line;
        return own.run(async () => {
          if (own === line) await work(...args);
        });
      },
    /** Drops queued steps. The next step starts immediately, even if an earlier one is still in progress. */
    restart(): void {
      line = new SerialQueue();
    },
  };
}

/** Queue of steps on a table. */
export type SerialSteps = ReturnType<typeof serialSteps>;
