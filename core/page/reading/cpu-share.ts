import { availableParallelism } from 'node:os';
import { injectable } from 'inversify';

const cores = availableParallelism();

/**
 * Number of CPU cores that this process may use. If a fleet runs several processes on one machine, they share the
 * machine's cores.
 */
@injectable()
export class CpuShare {
  #processes = 1;

  /** Sets the number of processes on this machine, including this one. */
  setProcesses(count: number): void {
    this.#processes = Math.max(1, count);
  }

  /**
   * Returns the number of pages to read in parallel. A single process reads at least 2 and leaves one core for the
   * request thread, which uses less than half of it. Several processes divide the cores and may get only 1 each,
   * because each thread compiles its own copy of the code.
   */
  readers(): number {
    return this.#processes === 1 ? Math.max(2, cores - 1) : Math.max(1, Math.floor(cores / this.#processes));
  }
}
