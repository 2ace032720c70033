import { AppError } from '../../common/errors';

/** Tracks pending calls to a database. */
export class InFlightWork {
  readonly #working = new Set<Promise<unknown>>();
  readonly #toError: (thrown: unknown) => AppError;
  #closed = false;

  constructor(toError: (thrown: unknown) => AppError) {
    this.#toError = toError;
  }

  /** Runs work and converts its errors to AppErrors. Throws ENGINE_CLOSING after `close` has been called. */
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

  /** Waits for pending calls. Returns false if `close` has already been called. */
  async close(): Promise<boolean> {
    if (this.#closed) return false;
    this.#closed = true;
    await Promise.allSettled(this.#working);
    return true;
  }
}
