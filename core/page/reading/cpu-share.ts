import { availableParallelism } from 'node:os';
import { injectable } from 'inversify';

const cores = availableParallelism();

/** Share of the CPU cores of this process; workers of a fleet on one machine divide them. */
@injectable()
export class CpuShare {
  #processes = 1;

  /** Sets the number of processes on this machine, including this one. */
  setProcesses(count: number): void {
    this.#processes = Math.max(1, count);
  }

  /**
   * Number of pages to read at once: all cores but one, at least 2, because the request thread needs less than half a
   * core. Each reading thread compiles its own copy of the code, so processes on one machine divide the cores.
   */
  readers(): number {
    return this.#processes === 1 ? Math.max(2, cores - 1) : Math.max(1, Math.floor(cores / this.#processes));
  }
}
