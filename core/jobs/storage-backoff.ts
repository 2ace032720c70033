import type { AppError } from '../common/errors';

/** Delay in ms between two write attempts. */
const pauseMs = 3000;
/** Maximum time in ms for which a job waits for its storage. */
const giveUpAfterMs = 3600_000;

/**
 * Backoff for failed writes. Retries for at most an hour while the disk is full or read-only, or the database is
 * unreachable.
 */
export class StorageBackoff {
  #since: number | undefined;

  /**
   * Returns the delay in ms after a failure. Undefined when waiting cannot fix the failure or has already lasted too
   * long.
   */
  pauseAfter({ code }: AppError): number | undefined {
    if (code !== 'STORAGE_ERROR' && code !== 'DATABASE_UNAVAILABLE') return undefined;
    this.#since ??= performance.now();
    return performance.now() - this.#since < giveUpAfterMs ? pauseMs : undefined;
  }

  /** True while the job waits for storage. */
  get waiting(): boolean {
    return this.#since !== undefined;
  }

  /** Resets the backoff after a successful write. */
  end(): void {
    this.#since = undefined;
  }
}
