import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from '../common/errors';
import { type ErrorData, fromErrorData } from '../common/thread-data';
import type { LogOptions } from '../log';
import type { ThirdPartyOptions } from '../plugins/third-party';
import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';
import type { DocumentReader, ReadInput, ReadOutput } from './document-reader';

/** What the worker answers. */
export type WorkerAnswer<Output> = { readonly output: Output } | { readonly failure: ErrorData };

/** How long threads beyond the first live on when there is no work for them: each holds some 40 MB. */
const idleMs = 5 * 60_000;

/**
 * Runs the reading of pages on worker threads: one always, and while pages wait up to all cores but one, two at least, since the
 * thread that answers requests needs less than half a core. A page that breaks its thread breaks nothing else.
 */
export class ThreadReader implements DocumentReader {
  #pool: Piscina | undefined;
  #closed = false;

  constructor(
    private readonly workerFile: string,
    /** What its threads are started with: the plugins of others, and how they log. */
    private readonly started: { readonly thirdParty?: ThirdPartyOptions; readonly log?: LogOptions } = {},
    private readonly threads = Math.max(2, availableParallelism() - 1),
  ) {}

  async warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<void> {
    for (const sample of samples) await this.read(sample, signal);
  }

  async read(input: ReadInput, signal: AbortSignal): Promise<ReadOutput> {
    return this.#ask<ReadOutput>(input, input.url, signal);
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

  async #ask<Output>(input: ReadInput | LearnInput, name: string, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted();
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const answer = (await this.#run(input, name, signal)) as WorkerAnswer<Output>;
    if ('output' in answer) return answer.output;
    throw fromErrorData(answer.failure);
  }

  async #run(input: ReadInput | LearnInput, name: string, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#start().run(input, { signal });
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      throw new AppError('SCRAPE_DOCUMENT_BROKEN', `${name} could not be read: it needs too much memory or time.`, {
        cause: thrown,
      });
    }
  }

  #start(): Piscina {
    this.#pool ??= new Piscina({
      filename: this.workerFile,
      workerData: this.started,
      minThreads: 1,
      maxThreads: this.threads,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 24 },
    });
    return this.#pool;
  }
}
