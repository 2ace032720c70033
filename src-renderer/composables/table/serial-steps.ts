import { InTurn } from '../../../core/common/concurrency/promises';

/** Runs steps one after the other, as each builds on the result of the step before. */
export function serialSteps() {
  let line = new InTurn();
  return {
    /** The same work, started once all earlier steps have finished; dropped by `restart`. */
    inTurn:
      <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A): Promise<void> => {
        const own = line;
        return own.run(async () => {
          if (own === line) await work(...args);
        });
      },
    /** Drops the steps that wait; the next step does not wait for one that runs. */
    restart(): void {
      line = new InTurn();
    },
  };
}

/** Queue of the steps of a table. */
export type SerialSteps = ReturnType<typeof serialSteps>;
