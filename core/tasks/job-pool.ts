import { availableParallelism } from 'node:os';
import type { AutoscaledPool } from '@crawlee/core';
import { inject, injectable } from 'inversify';
import { Log } from '../log';
import { memoryBytes, withinMemory } from '../settings/memory-budget';
import { SettingsService } from '../settings/settings-service';

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
/** Most pages at a time that a caller may ask for; the setting may say more. */
const mostAsked = 64;

/**
 * Runs the pages of all jobs in one autoscaled pool. Jobs take turns, so that a large one holds up no small one; the
 * number of pages at a time adapts to CPU and memory. The setting `concurrency` bounds it, unless a caller asked for more.
 */
@injectable()
export class JobPool {
  readonly #sources: WorkSource[] = [];
  #turn = 0;
  #running = 0;
  /** Pages in work of jobs that did not ask for more than the setting. */
  #usual = 0;
  #pool: Promise<AutoscaledPool> | undefined;
  #closed = false;

  constructor(
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(Log) private readonly log: Log,
  ) {}

  /** Pages in work. */
  get running(): number {
    return this.#running;
  }

  /** Most pages in work at the same time, as things stand. */
  get limit(): number {
    const { concurrency } = this.settings.current;
    const most = Math.max(concurrency, ...this.#sources.map(({ wanted = 0 }) => Math.min(wanted, mostAsked)));
    return withinMemory({ ...this.settings.current, concurrency: most }).concurrency;
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
    if (this.#hasWork) this.#run();
  }

  /** Starts no more work; what is under way is not waited for. */
  async close(): Promise<void> {
    this.#closed = true;
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.abort();
  }

  /** Some job may start a page now. */
  get #hasWork(): boolean {
    return this.#sources.some((source) => this.#mayStart(source));
  }

  #mayStart(source: WorkSource): boolean {
    return (!this.#isUsual(source) || this.#usual < this.settings.current.concurrency) && source.ready();
  }

  #isUsual({ wanted = 0 }: WorkSource): boolean {
    return wanted <= this.settings.current.concurrency;
  }

  /** Gives the pool the limit that the jobs at work ask for. */
  #adjust(): void {
    const { limit } = this;
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
    const { AutoscaledPool, Configuration } = await import('@crawlee/core');
    const concurrency = this.limit;
    const memoryMbytes = Math.min(4096, Math.floor(memoryBytes() / 2 ** 20));
    const configuration = new Configuration({ persistStorage: false, memoryMbytes, availableMemoryRatio: 0.5 });
    return new AutoscaledPool(
      {
        minConcurrency: fewestAtATime(concurrency),
        maxConcurrency: concurrency,
        desiredConcurrency: concurrency,
        maybeRunIntervalSecs: lookIntervalSeconds,
        loggingIntervalSecs: null,
        isTaskReadyFunction: async () => !this.#closed && this.#hasWork,
        isFinishedFunction: async () => this.#running === 0 && !this.#hasWork,
        runTaskFunction: () => this.#workOnce(),
      },
      configuration,
    );
  }

  async #workOnce(): Promise<void> {
    const source = this.#next();
    if (!source) return;
    const usual = this.#isUsual(source) ? 1 : 0;
    this.#running++;
    this.#usual += usual;
    try {
      await source.work();
    } finally {
      this.#running--;
      this.#usual -= usual;
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
