import { availableParallelism } from 'node:os';
import { injectable } from 'inversify';

const cores = availableParallelism();

/** The part of the machine that this process may use: workers of a fleet on one machine share its cores. */
@injectable()
export class MachineShare {
  #processes = 1;

  /** Sets how many processes work on this machine, this one included. */
  setProcesses(count: number): void {
    this.#processes = Math.max(1, count);
  }

  /**
   * Pages that are read at once: all cores but one and two at least, since the thread that answers requests needs less than half a core.
   * Each thread that reads compiles the same code anew, so processes that share a machine have its cores between them.
   */
  readers(): number {
    return this.#processes === 1 ? Math.max(2, cores - 1) : Math.max(1, Math.floor(cores / this.#processes));
  }
}
