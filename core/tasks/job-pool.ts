import { availableParallelism } from 'node:os';
import type { AutoscaledPool } from '@crawlee/core';
import { inject, injectable } from 'inversify';
import { Log } from '../log';
import { memoryBytes, withinMemory } from '../settings/memory-budget';
import { SettingsService } from '../settings/settings-service';

/** A job as the pool sees it: something that has work now, later, or no more. */
export interface WorkSource {
  readonly id: string;
  /** True when a piece of work may start now; cheap, asked often. */
  ready(): boolean;
  /** Does one piece of work; never rejects. */
  work(): Promise<void>;
}

/** Longest time before the pool notices by itself that work has become ready. */
const lookIntervalSeconds = 0.05;
/**
 * Fewest pages at a time, so that a busy machine slows jobs down and never stops them: two for each core, since a page
 * waits for its network half of the time. Jobs themselves keep the cores busy, which must not count against them.
 */
const minConcurrency = 2 * availableParallelism();

/**
 * Runs the pages of all jobs in one autoscaled pool. Jobs take turns, so that a large one holds up no small one; the
 * number of pages at a time adapts to CPU and memory.
 */
@injectable()
export class JobPool {
  readonly #sources: WorkSource[] = [];
  #turn = 0;
  #running = 0;
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

  /** Takes a job in and starts working on it. */
  add(source: WorkSource): void {
    this.#sources.push(source);
    this.wake();
  }

  /** Takes a job out; work under way goes on. */
  remove(source: WorkSource): void {
    const index = this.#sources.indexOf(source);
    if (index >= 0) this.#sources.splice(index, 1);
  }

  /** Looks for work; call it when a job that had none has some again. */
  wake(): void {
    if (this.#closed) return;
    if (this.#pool) return void this.#pool.then((pool) => pool.notify()).catch(() => undefined);
    if (this.#sources.some((source) => source.ready())) this.#run();
  }

  /** Starts no more work; what is under way is not waited for. */
  async close(): Promise<void> {
    this.#closed = true;
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.abort();
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
    const { concurrency } = withinMemory(this.settings.current);
    const memoryMbytes = Math.min(4096, Math.floor(memoryBytes() / 2 ** 20));
    const configuration = new Configuration({ persistStorage: false, memoryMbytes, availableMemoryRatio: 0.5 });
    return new AutoscaledPool(
      {
        minConcurrency: Math.min(minConcurrency, concurrency),
        maxConcurrency: concurrency,
        desiredConcurrency: concurrency,
        maybeRunIntervalSecs: lookIntervalSeconds,
        loggingIntervalSecs: null,
        isTaskReadyFunction: async () => !this.#closed && this.#sources.some((source) => source.ready()),
        isFinishedFunction: async () => this.#running === 0 && !this.#sources.some((source) => source.ready()),
        runTaskFunction: () => this.#workOnce(),
      },
      configuration,
    );
  }

  async #workOnce(): Promise<void> {
    const source = this.#next();
    if (!source) return;
    this.#running++;
    try {
      await source.work();
    } finally {
      this.#running--;
    }
  }

  /** The next job in turn that has work. */
  #next(): WorkSource | undefined {
    for (let tried = 0; tried < this.#sources.length; tried++) {
      this.#turn = (this.#turn + 1) % this.#sources.length;
      const source = this.#sources[this.#turn];
      if (source?.ready()) return source;
    }
    return undefined;
  }
}
