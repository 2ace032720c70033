import { setTimeout as pause } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { AppError } from '../../common/errors';
import { type ErrorData, fromErrorData } from '../../common/thread-data';
import type { LogOptions } from '../../platform/log/stream-log';
import type { ThirdPartyOptions } from '../../platform/plugins/third-party';
import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';
import type { DocumentReader, ReadInput, ReadOutput } from './document-reader';
import { MachineShare } from './machine-share';
import { ReadingTurns } from './reading-turns';

/** What the worker answers. */
export type WorkerAnswer<Output> = { readonly output: Output } | { readonly failure: ErrorData };

/** How long threads beyond the first live on when there is no work for them: each holds some 40 MB. */
const idleMs = 60_000;
/** How long a page waits for the sample that is read before it; after that another thread is started for it. */
const samplePatienceMs = 3000;

/**
 * Runs the reading of pages on worker threads: one always, and while pages wait as many as this process has a share of the machine;
 * up to all cores but one, when pages wait for slow ones. A page that breaks its thread breaks nothing else.
 */
export class ThreadReader implements DocumentReader {
  #pool: Piscina | undefined;
  #closed = false;
  readonly #turns: ReadingTurns;
  /** Threads at most. */
  readonly #most: number;
  /** Pages under way. */
  #pages = 0;
  /** Ends with the sample that is read now. */
  #sample: Promise<unknown> | undefined;

  constructor(
    private readonly workerFile: string,
    /** What its threads are started with: the plugins of others, and how they log. */
    private readonly started: { readonly thirdParty?: ThirdPartyOptions; readonly log?: LogOptions } = {},
    share = new MachineShare(),
  ) {
    this.#most = share.readers();
    this.#turns = new ReadingTurns(() => share.readers());
  }

  /** Ends once a page comes: read beside it, a sample would start a thread that nothing else needs. */
  async warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean> {
    for (const sample of samples) {
      if (this.#pages > 0) return false;
      const reading = this.#ask<ReadOutput>(sample, sample.url, signal);
      this.#sample = reading.catch(() => undefined);
      await reading.finally(() => {
        this.#sample = undefined;
      });
    }
    return true;
  }

  async read(input: ReadInput, signal: AbortSignal): Promise<ReadOutput> {
    this.#pages++;
    try {
      await this.#afterSample();
      return await this.#ask<ReadOutput>(input, input.url, signal);
    } finally {
      this.#pages--;
    }
  }

  async learn(input: LearnInput, signal: AbortSignal): Promise<Learned> {
    return this.#ask<Learned>(input, `The recipe "${input.name}"`, signal);
  }

  /** Ends the threads; later pages are refused, as nobody would end theirs. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.destroy();
    this.#pool = undefined;
  }

  /** A thread that is being started for a sample is ready sooner than one that would be started now. */
  async #afterSample(): Promise<void> {
    if (!this.#sample) return;
    const patience = new AbortController();
    const late = pause(samplePatienceMs, undefined, { signal: patience.signal }).then(() => {
      this.#sample = undefined;
    });
    await Promise.race([this.#sample, late]);
    patience.abort();
    await late.catch(() => undefined);
  }

  async #ask<Output>(input: ReadInput | LearnInput, name: string, signal: AbortSignal): Promise<Output> {
    const answer = (await this.#run(input, name, signal)) as WorkerAnswer<Output>;
    if ('output' in answer) return answer.output;
    throw fromErrorData(answer.failure);
  }

  async #run(input: ReadInput | LearnInput, name: string, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#turns.run(() => this.#start().run(input, { signal }), signal);
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      if (this.#closed) throw new AppError('ENGINE_CLOSING');
      throw new AppError('SCRAPE_DOCUMENT_BROKEN', `${name} could not be read: it needs too much memory or time.`, {
        cause: thrown,
      });
    }
  }

  #start(): Piscina {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    this.#pool ??= new Piscina({
      filename: this.workerFile,
      workerData: this.started,
      minThreads: 1,
      maxThreads: this.#most,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 24 },
    });
    return this.#pool;
  }
}
