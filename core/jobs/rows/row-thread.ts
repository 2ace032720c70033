import { Piscina } from 'piscina';
import { AppError } from '../../common/errors';
import type { RowAnswer, RowMessage } from './row-messages';

/** Idle timeout of the thread in ms. */
const idleMs = 5 * 60_000;

/** Holds the rows of viewed jobs on a worker thread. If the thread stops, the rows are loaded again. */
export class RowThread {
  #pool: Piscina | undefined;
  #closed = false;

  constructor(private readonly workerFile: string) {}

  /** Sends a message to the thread. Returns undefined when the thread does not hold the table. */
  async ask(message: RowMessage): Promise<RowAnswer | undefined> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    this.#pool ??= new Piscina({
      filename: this.workerFile,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: 1,
      // Disables `Atomics.wait`, because a blocked thread could not presort between messages.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 24 },
    });
    try {
      return (await this.#pool.run(message)) as RowAnswer | undefined;
    } catch (thrown) {
      throw new AppError('STORAGE_ERROR', 'The rows of this job do not fit in memory; export its pages instead.', {
        cause: thrown,
      });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.destroy();
  }
}
