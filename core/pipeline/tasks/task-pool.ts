import { availableParallelism } from 'node:os';
import type { AutoscaledPool, SnapshotStore, StorageClient } from '@crawlee/core';
import { inject, injectable } from 'inversify';
import { Log } from '../../common/log';
import { memoryBytes } from '../../platform/settings/memory-budget';
import { SettingsService } from '../../platform/settings/settings-service';
import { PageSlots } from './page-slots';

/** A job as the pool sees it: something that has work now, later, or no more. */
export interface WorkSource {
  readonly id: string;
  /** Pages at the same time its caller asked for, if any. */
  readonly wanted?: number;
  /** True when a piece of work may start now; cheap, asked often. */
  ready(): boolean;
  /** Does one piece of work; never rejects. */
  work(): Promise<void>;
}

/** Longest time before the pool notices by itself that work has become ready. */
const lookIntervalSeconds = 0.05;
/**
 * Fewest pages at a time, so that a busy machine slows jobs down and never stops them: two for each core, since a page
 * waits for its network half of the time, and half of the most, so that the pool can scale between both.
 */
export const fewestAtATime = (most: number, cores = availableParallelism()): number =>
  Math.min(2 * cores, Math.ceil(most / 2));

/**
 * The one limit of pages in progress, of calls and jobs. Pages of jobs run in an autoscaled pool: jobs take turns, so that a
 * large one holds up no small one, and how many pages run follows the delay of the event loop and the memory in use. Calls
 * take slots of the same pool and come first.
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

  /** Pages in progress. */
  get taken(): number {
    return this.#slots.taken;
  }

  /** Calls that wait for a slot. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Pages in progress at most, as the open jobs ask for. */
  get limit(): number {
    return this.#slots.limit;
  }

  /** Waits for a slot for a page of a call; returns what releases it. Rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<() => void> {
    return this.#slots.acquire(signal);
  }

  /** Takes a job in and starts working on it. */
  add(source: WorkSource): void {
    this.#sources.push(source);
    this.#adjust();
    this.wake();
  }

  /** Takes a job out; work under way goes on. */
  remove(source: WorkSource): void {
    const index = this.#sources.indexOf(source);
    if (index >= 0) this.#sources.splice(index, 1);
    this.#adjust();
  }

  /** Looks for work; call it when a job that had none has some again. */
  wake(): void {
    if (this.#closed) return;
    if (this.#pool) return void this.#pool.then((pool) => pool.notify()).catch(() => undefined);
    if (this.#sources.some((source) => this.#mayStart(source))) this.#run();
  }

  /** Starts no more work; what is under way is not waited for. */
  async close(): Promise<void> {
    this.#closed = true;
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.abort();
  }

  #mayStart(source: WorkSource): boolean {
    return this.#slots.hasRoomFor(source.wanted) && source.ready();
  }

  /** Gives the pool the limit that the open jobs ask for. */
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

  /** The library is loaded with the first job, so that a start stays fast. */
  async #make(): Promise<AutoscaledPool> {
    const { AutoscaledPool, Configuration, SnapshotStore } = await import('@crawlee/core');
    const concurrency = this.#slots.limit;
    return new AutoscaledPool(
      {
        minConcurrency: fewestAtATime(concurrency),
        maxConcurrency: concurrency,
        desiredConcurrency: concurrency,
        maybeRunIntervalSecs: lookIntervalSeconds,
        loggingIntervalSecs: null,
        systemStatusOptions: { loadSignals: [memoryLoad(SnapshotStore)] },
        isTaskReadyFunction: async () => !this.#closed && this.#sources.some((source) => this.#mayStart(source)),
        isFinishedFunction: async () => this.#running === 0 && !this.#sources.some((source) => source.ready()),
        runTaskFunction: () => this.#workOnce(),
      },
      // With a fixed number Crawlee does not measure the memory of the machine by `ps`; its own storage is not used and not loaded.
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

  /** The next job in turn that has work. */
  #next(): WorkSource | undefined {
    for (let tried = 0; tried < this.#sources.length; tried++) {
      this.#turn = (this.#turn + 1) % this.#sources.length;
      const source = this.#sources[this.#turn];
      if (source && this.#mayStart(source)) return source;
    }
    return undefined;
  }
}

/** Part of the memory that may be allowed to this process above which no further page is started. */
const highShare = 0.8;
/** Time between two looks. */
const lookMs = 1000;
/** Part of the looks of the last seconds that must have found too much. */
const overloadedRatio = 0.2;

/** Stands for Crawlee's storage; the pool only asks it how often it was told to wait. */
const noStorage = {} as StorageClient;

/** Tells a pool when this process uses most of its memory. Crawlee's own signal starts `ps` for every look. */
const memoryLoad = (store: typeof SnapshotStore, usedBytes = () => process.memoryUsage.rss()) =>
  store.fromInterval({
    name: 'engineMemory',
    overloadedRatio,
    intervalMillis: lookMs,
    handler: (snapshots, done) => {
      snapshots.push({ createdAt: new Date(), isOverloaded: usedBytes() > memoryBytes() * highShare });
      done();
    },
  });
