import { uptime } from 'node:os';
import { retentionMs } from '../../common/job';
import type { Settings } from '../../platform/settings/settings';
import type { StorageContext } from '../../ports/context';
import type { CacheLimits } from '../../ports/page-stores';
import type { Storage } from '../../ports/storage';
import { ClockCheck } from './clock-check';

/** Retention periods of stored data, and limits on its size. */
export interface RetentionLimits {
  /** Retention period of results and files in ms, counted from the end of their job. */
  readonly resultsMs: number;
  readonly cache: CacheLimits;
  /** Maximum number of scrape records. Records are retained longer than their results. */
  readonly maxScrapeRecords: number;
  /** Interval between sweeps, in ms. */
  readonly everyMs: number;
}

const hourMs = 60 * 60 * 1000;

/** Default retention. */
export const defaultRetention: RetentionLimits = {
  resultsMs: retentionMs,
  cache: { maxAgeMs: 48 * hourMs, maxBytes: 2 * 1024 ** 3, maxEntries: 20_000 },
  maxScrapeRecords: 20_000,
  everyMs: hourMs / 6,
};

/** Returns the retention limits from the user's settings. */
export function retentionOf({ cacheHours, cacheMegabytes, historyEntries }: Settings): RetentionLimits {
  const cache = { ...defaultRetention.cache, maxAgeMs: cacheHours * hourMs, maxBytes: cacheMegabytes * 1024 ** 2 };
  return { ...defaultRetention, cache, maxScrapeRecords: historyEntries };
}

/** Number of items that a sweep deleted, by kind. */
export interface SweepReport {
  readonly jobs: number;
  readonly results: number;
  readonly files: number;
  readonly cached: number;
}

/**
 * Deletes data whose retention period has ended, except the activity log and change-tracking snapshots. After a
 * suspected clock jump, `ClockCheck` delays deletions that depend on age. Limits on number and size always apply.
 */
export class Retention {
  readonly #storage: Storage;
  readonly #context: StorageContext;
  readonly #limits: () => RetentionLimits;
  readonly #clockCheck: ClockCheck;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<SweepReport> | undefined;
  /** `runningMs` returns the machine's uptime in ms, including sleep. Unlike the clock, the uptime never jumps. */
  constructor(
    storage: Storage,
    context: StorageContext,
    limits: () => RetentionLimits = () => defaultRetention,
    runningMs: () => number = () => uptime() * 1000,
  ) {
    this.#storage = storage;
    this.#context = context;
    this.#limits = limits;
    this.#clockCheck = new ClockCheck(storage, context, runningMs);
  }

  /** Sweeps immediately, and then periodically until stopped. */
  start(): void {
    const sweep = (): void => {
      this.sweep().catch((thrown: unknown) => {
        this.#context.log.warn(`Old data could not be removed: ${String(thrown)}`);
      });
    };
    this.#timer ??= setInterval(sweep, this.#limits().everyMs).unref();
    sweep();
  }

  /** Stops sweeping. Waits for a sweep in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running?.catch(() => undefined);
  }

  /** Deletes all expired data. If a sweep is already in progress, waits for its result. */
  async sweep(): Promise<SweepReport> {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sweep(): Promise<SweepReport> {
    const { scrapes, files, pages, idempotency } = this.#storage;
    const now = this.#context.clock.now();
    const limits = this.#limits();
    const isTrusted = await this.#clockCheck.isTrusted(now, limits.resultsMs);
    const before = new Date(isTrusted ? now - limits.resultsMs : 0);
    await idempotency.expire(before);
    const report = {
      jobs: await this.#removeJobs(before),
      results: await scrapes.expire(before, limits.maxScrapeRecords),
      files: await files.expire(before),
      cached: await pages.trim(isTrusted ? limits.cache : { ...limits.cache, maxAgeMs: now }),
    };
    await this.#storage.shrink();
    return report;
  }

  async #removeJobs(before: Date): Promise<number> {
    const ids = await this.#storage.jobs.finishedBefore(before);
    for (const id of ids) await this.#storage.removeJob(id);
    return ids.length;
  }
}
