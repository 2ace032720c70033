import type { StorageContext } from './context';
import type { CacheLimits } from './ports';
import type { Storage } from './storage';

/** How long and how much is kept. */
export interface RetentionLimits {
  /** Results and files, counted from completion. */
  readonly resultsMs: number;
  readonly cache: CacheLimits;
  /** Records of past scrapes; their results go earlier. */
  readonly maxScrapeRecords: number;
  /** Blobs that nothing points to (their writer died) go after this. */
  readonly orphansMs: number;
  /** Pause between two sweeps. */
  readonly everyMs: number;
}

const hourMs = 60 * 60 * 1000;

/** What is kept when nobody says otherwise. */
export const defaultRetention: RetentionLimits = {
  resultsMs: 24 * hourMs,
  cache: { maxAgeMs: 48 * hourMs, maxBytes: 2 * 1024 ** 3, maxEntries: 20_000 },
  maxScrapeRecords: 20_000,
  orphansMs: 24 * hourMs,
  everyMs: hourMs / 6,
};

/** What a sweep took away. */
export interface SweepReport {
  readonly jobs: number;
  readonly results: number;
  readonly files: number;
  readonly cached: number;
  readonly blobs: number;
}

/** Takes away what has been kept long enough; the activity log and change-tracking snapshots stay. */
export class Retention {
  readonly #storage: Storage;
  readonly #context: StorageContext;
  readonly #limits: RetentionLimits;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<SweepReport> | undefined;
  #orphansSweptAt: number;

  constructor(storage: Storage, context: StorageContext, limits: RetentionLimits = defaultRetention) {
    this.#storage = storage;
    this.#context = context;
    this.#limits = limits;
    this.#orphansSweptAt = 0;
  }

  /** Sweeps from time to time until stopped; the first time after one pause, so that a start stays fast. */
  start(): void {
    const sweep = (): void => {
      this.sweep().catch((thrown: unknown) => {
        this.#context.log.warn(`Old data could not be removed: ${String(thrown)}`);
      });
    };
    this.#timer ??= setInterval(sweep, this.#limits.everyMs).unref();
  }

  /** Ends the sweeping; waits for one under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running?.catch(() => undefined);
  }

  /** Takes away now what is due; a second call joins one under way. */
  async sweep(): Promise<SweepReport> {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sweep(): Promise<SweepReport> {
    const { scrapes, files, pages, idempotency } = this.#storage;
    const now = this.#context.clock.now();
    const before = new Date(now - this.#limits.resultsMs);
    await idempotency.expire(before);
    return {
      jobs: await this.#removeJobs(before),
      results: await scrapes.expire(before, this.#limits.maxScrapeRecords),
      files: await files.expire(before),
      cached: await pages.trim(this.#limits.cache),
      blobs: await this.#sweepOrphans(now),
    };
  }

  async #removeJobs(before: Date): Promise<number> {
    const ids = await this.#storage.jobs.finishedBefore(before);
    for (const id of ids) {
      const job = await this.#storage.jobs.get(id);
      await this.#storage.removeJob(id, { erase: job?.zeroDataRetention });
    }
    return ids.length;
  }

  /** Walking all blobs is slow, so it is done once a day. */
  async #sweepOrphans(now: number): Promise<number> {
    if (now - this.#orphansSweptAt < 24 * hourMs) return 0;
    this.#orphansSweptAt = now;
    return this.#storage.sweepBlobs(new Date(Date.now() - this.#limits.orphansMs));
  }
}
