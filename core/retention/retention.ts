import { uptime } from 'node:os';
import { keptMs } from '../common/job';
import type { Settings } from '../settings/settings';
import type { StorageContext } from '../storage/context';
import type { Storage } from '../storage/storage';
import type { CacheLimits } from '../tasks/page-stores';

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

const nothing: SweepReport = { jobs: 0, results: 0, files: 0, cached: 0 };

/** A clock that has moved so much against the machine's running time was set by somebody. */
const jumpMs = hourMs / 6;
/** How long the clock must have run evenly after that before anything is removed by it. */
const evenMs = hourMs;

/**
 * Takes away what has been kept long enough; the activity log and change-tracking snapshots stay. The clock may be wrong: after
 * a jump, or a gap in which everything would have grown old, a sweep only looks, and a later one removes.
 */
export class Retention {
  readonly #storage: Storage;
  readonly #context: StorageContext;
  readonly #limits: () => RetentionLimits;
  readonly #runningMs: () => number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<SweepReport> | undefined;
  /** The clock and the machine's running time at the last look. */
  #last: { readonly now: number; readonly steady: number } | undefined;
  #evenFrom = 0;

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
    this.#runningMs = runningMs;
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
    if (!(await this.#isTrusted(now))) return nothing;
    const limits = this.#limits();
    const before = new Date(now - limits.resultsMs);
    await idempotency.expire(before);
    const report = {
      jobs: await this.#removeJobs(before),
      results: await scrapes.expire(before, limits.maxScrapeRecords),
      files: await files.expire(before),
      cached: await pages.trim(limits.cache),
    };
    await this.#storage.shrink();
    return report;
  }

  /** Whether the clock is good enough to remove things by it. */
  async #isTrusted(now: number): Promise<boolean> {
    const steady = this.#runningMs();
    const last = this.#last;
    this.#last = { now, steady };
    const before = await this.#storage.lookedAt(now);
    if (last && Math.abs(now - last.now - (steady - last.steady)) > jumpMs) {
      this.#evenFrom = steady + evenMs;
      this.#context.log.warn(
        'The clock of this machine was set; old data is removed once it has run evenly for an hour.',
      );
    } else if (!last && before !== undefined && now - before > this.#limits().resultsMs) {
      this.#context.log.info(
        'Gleaner did not run for a day, or the clock was set; old data is removed with the next sweep.',
      );
      return false;
    }
    return steady >= this.#evenFrom;
  }

  async #removeJobs(before: Date): Promise<number> {
    const ids = await this.#storage.jobs.finishedBefore(before);
    for (const id of ids) await this.#storage.removeJob(id);
    return ids.length;
  }
}
