import { setTimeout as pause } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { AppError } from '../../common/errors';
import { type ErrorData, fromErrorData } from '../../common/thread-data';
import type { LogOptions } from '../../platform/log/stream-log';
import type { ThirdPartyOptions } from '../../platform/plugins/third-party';
import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';
import { CpuShare } from './cpu-share';
import type { DocumentReader, ReadInput, ReadOutput } from './document-reader';
import { ParseLimiter } from './parse-limiter';

/** Answer of a worker thread. */
export type WorkerAnswer<Output> = { readonly output: Output } | { readonly failure: ErrorData };

/** Idle time after which additional threads end, ms; each uses about 40 MB. */
const idleMs = 60_000;
/** Maximum time that a page waits for the current sample, ms; after that another thread starts. */
const samplePatienceMs = 3000;

/**
 * Reads pages on worker threads: one permanent thread, plus others up to the CPU share of the process. A slow page does
 * not block the next one, which may exceed that share. A page that crashes its thread does not affect others.
 */
export class ThreadReader implements DocumentReader {
  #pool: Piscina | undefined;
  #closed = false;
  readonly #turns: ParseLimiter;
  readonly #most: number;
  #pages = 0;
  /** Settles when the current sample has been read. */
  #sample: Promise<unknown> | undefined;

  constructor(
    private readonly workerFile: string,
    /** Third-party plugins and log options for the threads. */
    private readonly started: { readonly thirdParty?: ThirdPartyOptions; readonly log?: LogOptions } = {},
    share = new CpuShare(),
  ) {
    this.#most = share.readers();
    this.#turns = new ParseLimiter(() => share.readers());
  }

  /** Stops when a real page arrives, because reading samples in parallel would start an unnecessary thread. */
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

  /** Ends the threads and rejects later pages with ENGINE_CLOSING. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.destroy();
    this.#pool = undefined;
  }

  /** Waits until the current sample is read, because its thread is available sooner than a new one would be. */
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
