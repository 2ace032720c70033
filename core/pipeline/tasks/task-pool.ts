import { availableParallelism } from 'node:os';
import type { AutoscaledPool, SnapshotStore, StorageClient } from '@crawlee/core';
import { inject, injectable } from 'inversify';
import { Log } from '../../common/log';
import { memoryBytes } from '../../platform/settings/memory-budget';
import { SettingsService } from '../../platform/settings/settings-service';
import { PageSlots } from './page-slots';

/** Source of work for the pool, such as a job. */
export interface WorkSource {
  readonly id: string;
  /** Concurrency requested by the caller, if any. */
  readonly wanted?: number;
  /** True if work may start now. Must be fast, because the pool calls it often. */
  ready(): boolean;
  /** Performs one unit of work. Never rejects. */
  work(): Promise<void>;
}

/** Interval at which the pool looks for work even if `wake` is not called, in seconds. */
const pollIntervalSeconds = 0.05;
/**
 * Returns the minimum concurrency. A busy machine may slow jobs down to this concurrency but never stops them. The
 * value is two pages per core, because pages wait for the network half the time. The value is at most half of the
 * maximum, to leave the pool room to scale.
 */
export const minConcurrency = (most: number, cores = availableParallelism()): number =>
  Math.min(2 * cores, Math.ceil(most / 2));

/**
 * Enforces the limit on pages in progress, for calls and jobs together. Pages of jobs run in an autoscaled pool, whose
 * concurrency follows event loop delay and memory use. Jobs take turns, so that a large job does not block a small one.
 * Calls use slots of the same pool and take precedence over jobs.
 */
@injectable()
export class TaskPool {
  readonly #slots: PageSlots;
  readonly #sources: WorkSource[] = [];
  #turn = 0;
  #running = 0;
  #pool: Promise<AutoscaledPool> | undefined;
  #closed = false;

  constructor(
    @inject(SettingsService) settings: SettingsService,
    @inject(Log) private readonly log: Log,
  ) {
    this.#slots = new PageSlots(settings);
    this.#slots.onFree(() => this.wake());
  }

  get taken(): number {
    return this.#slots.taken;
  }

  /** Number of calls waiting for a slot. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Maximum number of pages in progress. Depends on the open jobs. */
  get limit(): number {
    return this.#slots.limit;
  }

  /** Waits for a slot for a call and returns its release function. Rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<() => void> {
    return this.#slots.acquire(signal);
  }

  /** Adds a job and starts its work. */
  add(source: WorkSource): void {
    this.#sources.push(source);
    this.#adjust();
    this.wake();
  }

  /** Removes a job. Its work in progress continues. */
  remove(source: WorkSource): void {
    const index = this.#sources.indexOf(source);
    if (index >= 0) this.#sources.splice(index, 1);
    this.#adjust();
  }

  /** Checks for work. Called when an idle job has work again. */
  wake(): void {
    if (this.#closed) return;
    if (this.#pool) return void this.#pool.then((pool) => pool.notify()).catch(() => undefined);
    if (this.#sources.some((source) => this.#mayStart(source))) this.#run();
  }

  /** Stops starting new work. Does not wait for work in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.abort();
  }

  #mayStart(source: WorkSource): boolean {
    return this.#slots.hasRoomFor(source.wanted) && source.ready();
  }

  /** Adjusts the pool to the current limit, which depends on the open jobs. */
  #adjust(): void {
    this.#slots.setJobs(this.#sources.map(({ wanted = 0 }) => wanted));
    const { limit } = this.#slots;
    void this.#pool
      ?.then((pool) => {
        if (pool.maxConcurrency === limit) return;
        const grows = limit > pool.maxConcurrency;
        pool.maxConcurrency = limit;
        pool.desiredConcurrency = grows ? limit : Math.min(limit, pool.desiredConcurrency);
      })
      .catch(() => undefined);
  }

  #run(): void {
    this.#pool = this.#make();
    this.#pool
      .then((pool) => pool.run())
      .catch((thrown: unknown) => this.log.warn(`the pool stopped: ${String(thrown)}`))
      .finally(() => {
        this.#pool = undefined;
        this.wake();
      });
  }

  /** Creates the pool. Crawlee is not loaded before the first job, so that startup is fast. */
  async #make(): Promise<AutoscaledPool> {
    const { AutoscaledPool, Configuration, SnapshotStore } = await import('@crawlee/core');
    const concurrency = this.#slots.limit;
    return new AutoscaledPool(
      {
        minConcurrency: minConcurrency(concurrency),
        maxConcurrency: concurrency,
        desiredConcurrency: concurrency,
        maybeRunIntervalSecs: pollIntervalSeconds,
        loggingIntervalSecs: null,
        systemStatusOptions: { loadSignals: [memoryLoad(SnapshotStore)] },
        isTaskReadyFunction: async () => !this.#closed && this.#sources.some((source) => this.#mayStart(source)),
        isFinishedFunction: async () => this.#running === 0 && !this.#sources.some((source) => source.ready()),
        runTaskFunction: () => this.#workOnce(),
      },
      // With a fixed memory size, Crawlee does not run `ps` to measure memory. Crawlee's own storage is neither used
      // nor loaded.
      new Configuration({ persistStorage: false, memoryMbytes: 1024, storageClient: noStorage }),
    );
  }

  async #workOnce(): Promise<void> {
    const source = this.#next();
    const release = source && this.#slots.tryAcquire(source.wanted);
    if (!source || !release) return;
    this.#running++;
    try {
      await source.work();
    } finally {
      this.#running--;
      release();
    }
  }

  /** Returns the next job that has work, taking jobs in turn (round-robin). */
  #next(): WorkSource | undefined {
    for (let tried = 0; tried < this.#sources.length; tried++) {
      this.#turn = (this.#turn + 1) % this.#sources.length;
      const source = this.#sources[this.#turn];
      if (source && this.#mayStart(source)) return source;
    }
    return undefined;
  }
}

/** Share of this process's memory limit above which no new pages start. */
const highShare = 0.8;
/** Interval between memory checks, in milliseconds. */
const pollMs = 1000;
/** The process counts as overloaded if memory use exceeded the limit in more than this share of the recent checks. */
const overloadedRatio = 0.2;

/** Placeholder for Crawlee's storage client. The pool only checks this client for rate limit errors. */
const noStorage = {} as StorageClient;

/**
 * Signals overload when this process uses most of its memory. Replaces Crawlee's own signal, which starts `ps` for
 * every check.
 */
const memoryLoad = (store: typeof SnapshotStore, usedBytes = () => process.memoryUsage.rss()) =>
  store.fromInterval({
    name: 'engineMemory',
    overloadedRatio,
    intervalMillis: pollMs,
    handler: (snapshots, done) => {
      snapshots.push({ createdAt: new Date(), isOverloaded: usedBytes() > memoryBytes() * highShare });
      done();
    },
  });
