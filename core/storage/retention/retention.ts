import { uptime } from 'node:os';
import { keptMs } from '../../common/job';
import type { Settings } from '../../platform/settings/settings';
import type { StorageContext } from '../../ports/context';
import type { CacheLimits } from '../../ports/page-stores';
import type { Storage } from '../../ports/storage';
import { ClockCheck } from './clock-check';

/** How long and how much is kept. */
export interface RetentionLimits {
  /** Results and files, counted from completion. */
  readonly resultsMs: number;
  readonly cache: CacheLimits;
  /** Records of past scrapes; their results go earlier. */
  readonly maxScrapeRecords: number;
  /** Pause between two sweeps. */
  readonly everyMs: number;
}

const hourMs = 60 * 60 * 1000;

/** What is kept when nobody says otherwise. */
export const defaultRetention: RetentionLimits = {
  resultsMs: keptMs,
  cache: { maxAgeMs: 48 * hourMs, maxBytes: 2 * 1024 ** 3, maxEntries: 20_000 },
  maxScrapeRecords: 20_000,
  everyMs: hourMs / 6,
};

/** What is kept by the settings of a user. */
export function retentionOf({ cacheHours, cacheMegabytes, historyEntries }: Settings): RetentionLimits {
  const cache = { ...defaultRetention.cache, maxAgeMs: cacheHours * hourMs, maxBytes: cacheMegabytes * 1024 ** 2 };
  return { ...defaultRetention, cache, maxScrapeRecords: historyEntries };
}

/** What a sweep took away. */
export interface SweepReport {
  readonly jobs: number;
  readonly results: number;
  readonly files: number;
  readonly cached: number;
}

/**
 * Deletes data past its retention; the activity log and change-tracking snapshots stay. The clock may be wrong: `ClockCheck` holds
 * deletions by age back after a jump, while limits of size and number still apply.
 */
export class Retention {
  readonly #storage: Storage;
  readonly #context: StorageContext;
  readonly #limits: () => RetentionLimits;
  readonly #clockCheck: ClockCheck;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<SweepReport> | undefined;
  /** `runningMs` tells how long the machine has run, sleep included, in milliseconds; unlike the clock it never jumps. */
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

  /** Sweeps now and from time to time until stopped. */
  start(): void {
    const sweep = (): void => {
      this.sweep().catch((thrown: unknown) => {
        this.#context.log.warn(`Old data could not be removed: ${String(thrown)}`);
      });
    };
    this.#timer ??= setInterval(sweep, this.#limits().everyMs).unref();
    sweep();
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
