import { AppError } from '../../common/errors';

/** The calls of a database that have not ended. */
export class WorkUnderWay {
  readonly #working = new Set<Promise<unknown>>();
  readonly #toError: (thrown: unknown) => AppError;
  #closed = false;

  constructor(toError: (thrown: unknown) => AppError) {
    this.#toError = toError;
  }

  /** Does work; what it throws is turned into an AppError. ENGINE_CLOSING after `close`. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const working = work();
    this.#working.add(working);
    try {
      return await working;
    } catch (thrown) {
      throw this.#toError(thrown);
    } finally {
      this.#working.delete(working);
    }
  }

  /** Waits for what is under way; false when this was closed before. */
  async close(): Promise<boolean> {
    if (this.#closed) return false;
    this.#closed = true;
    await Promise.allSettled(this.#working);
    return true;
  }
}
