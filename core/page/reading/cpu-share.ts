import { availableParallelism } from 'node:os';
import { injectable } from 'inversify';

const cores = availableParallelism();

/** This process's share of the CPU cores. The workers in a fleet on one machine divide the cores. */
@injectable()
export class CpuShare {
  #processes = 1;

  /** Sets the number of processes on this machine, including this one. */
  setProcesses(count: number): void {
    this.#processes = Math.max(1, count);
  }

  /**
   * Returns the number of pages to read at once: all cores but one, because the request thread needs less than half a
   * core, and at least 2. If several processes run on the machine, they divide the cores, because each thread compiles
   * its own copy of the code.
   */
  readers(): number {
    return this.#processes === 1 ? Math.max(2, cores - 1) : Math.max(1, Math.floor(cores / this.#processes));
  }
}
