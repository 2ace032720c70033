import type { AppError } from '../common/errors';

/** Pause between two tries to write. */
const pauseMs = 3000;
/** Longest time a job waits for its disk before it fails. */
const giveUpAfterMs = 3600_000;

/** How long a job waits for a disk that is full or read-only, or for a database that is away: it tries again from time to time, for an hour at most. */
export class StorageBackoff {
  #since: number | undefined;

  /** Milliseconds to wait after a failure; undefined when waiting does not help or has lasted long enough. */
  pauseAfter({ code }: AppError): number | undefined {
    if (code !== 'STORAGE_ERROR' && code !== 'DATABASE_UNAVAILABLE') return undefined;
    this.#since ??= performance.now();
    return performance.now() - this.#since < giveUpAfterMs ? pauseMs : undefined;
  }

  /** True while the job waits for the disk. */
  get waiting(): boolean {
    return this.#since !== undefined;
  }

  /** A write has succeeded again. */
  end(): void {
    this.#since = undefined;
  }
}
