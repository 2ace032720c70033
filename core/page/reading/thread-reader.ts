import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from '../../common/errors';
import type { RecognitionProgress } from '../../common/model';
import { type ErrorData, fromErrorData } from '../../common/thread-data';
import type { OcrSettings } from '../../contract/plugin';
import type { LogOptions } from '../../platform/log/stream-log';
import type { ThirdPartyOptions } from '../../platform/plugins/third-party';
import type { CheckInput, CheckOutput } from '../models/schema-checker';
import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';
import { CpuShare } from './cpu-share';
import {
  type DocumentReader,
  type FileToParse,
  NeedsOcr,
  NeedsParser,
  type OnRecognition,
  type ReadInput,
  type ReadOutput,
} from './document-reader';
import { ParseLimiter } from './parse-limiter';

/** Response of a worker thread. */
export type WorkerAnswer<Output> =
  | { readonly output: Output }
  | { readonly failure: ErrorData }
  | { readonly needs: FileToParse }
  | 'needs ocr';

/** Options for text recognition on a separate thread. */
export interface OcrOptions {
  /**
   * Returns the text recognition settings once the language data is available. If absent, only English is recognized.
   */
  readonly settings?: (signal: AbortSignal) => Promise<OcrSettings>;
  readonly idleMs?: number;
}

/** Idle time after which an additional thread ends, in ms. Each thread uses about 40 MB. */
const idleMs = 60_000;
/** Idle time after which the text recognition thread ends, in ms. This thread uses about 200 MB. */
const ocrIdleMs = 600_000;
/**
 * Maximum size of a thread's young generation, in MB. Twice this size would use 8 MB more memory per thread without
 * saving CPU time.
 */
const maxYoungMb = 12;
/** Maximum time that a page waits for the current warm-up sample, in ms. After that, another thread starts. */
const samplePatienceMs = 3000;

/**
 * Reads pages on worker threads. One thread is permanent. Additional threads start while pages wait, up to the
 * process's CPU share. A page that waits too long is read regardless of that share. A page that crashes its thread does
 * not affect other pages. Files that need text recognition are read one at a time on a separate thread.
 */
export class ThreadReader implements DocumentReader {
  #pool: Piscina | undefined;
  #ocrPool: Piscina | undefined;
  #closed = false;
  readonly #turns: ParseLimiter;
  readonly #most: number;
  #hasRead = false;
  /** Settles once the current warm-up sample has been read. */
  #sample: Promise<unknown> | undefined;

  constructor(
    private readonly workerFile: string,
    /** Third-party plugins and log options, passed to new threads. */
    private readonly started: { readonly thirdParty?: ThirdPartyOptions; readonly log?: LogOptions } = {},
    share = new CpuShare(),
    private readonly ocr: OcrOptions = {},
  ) {
    this.#most = share.readers();
    this.#turns = new ParseLimiter(() => share.readers());
  }

  /**
   * Warms up by reading samples, and stops when a real page arrives. Reading a sample in parallel with that page would
   * start an unnecessary thread.
   */
  async warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean> {
    for (const sample of samples) {
      if (this.#hasRead) return false;
      const reading = this.#ask<ReadOutput>(sample, sample.url, signal);
      this.#sample = reading.catch(() => undefined);
      await reading.finally(() => {
        this.#sample = undefined;
      });
    }
    return true;
  }

  async read(input: ReadInput, signal: AbortSignal, onRecognition?: OnRecognition): Promise<ReadOutput> {
    this.#hasRead = true;
    try {
      await this.#afterSample();
      return await this.#ask<ReadOutput>(input, input.url, signal);
    } catch (thrown) {
      if (!(thrown instanceof NeedsOcr)) throw thrown;
      return await this.#readWithOcr(input, signal, onRecognition);
    }
  }

  async learn(input: LearnInput, signal: AbortSignal): Promise<Learned> {
    return this.#ask<Learned>(input, `The recipe "${input.name}"`, signal);
  }

  async check(input: CheckInput, signal: AbortSignal): Promise<CheckOutput> {
    return this.#ask<CheckOutput>(input, 'The schema', signal);
  }

  /** Ends the threads. Pages that arrive later are rejected with ENGINE_CLOSING. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#pool?.destroy(), this.#ocrPool?.destroy()]);
    this.#pool = undefined;
    this.#ocrPool = undefined;
  }

  async #readWithOcr(input: ReadInput, signal: AbortSignal, onRecognition?: OnRecognition): Promise<ReadOutput> {
    const ocr = (await this.ocr.settings?.(signal)) ?? { languages: [], folders: [] };
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: RecognitionProgress) => onRecognition?.(progress));
    const run = (pool: Piscina) => pool.run({ ...input, ocr, progressPort: port2 }, { signal, transferList: [port2] });
    try {
      const answer = await this.#guarded(() => run(this.#startOcr()), input.url, signal);
      return outputOf(answer as WorkerAnswer<ReadOutput>);
    } finally {
      port1.close();
    }
  }

  /** Waits up to `samplePatienceMs` for the current warm-up sample, which is faster than starting another thread. */
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

  async #ask<Output>(input: ReadInput | LearnInput | CheckInput, name: string, signal: AbortSignal): Promise<Output> {
    const run = () => this.#turns.run(() => this.#start().run(input, { signal }), signal);
    return outputOf((await this.#guarded(run, name, signal)) as WorkerAnswer<Output>);
  }

  async #guarded(run: () => Promise<unknown>, name: string, signal: AbortSignal): Promise<unknown> {
    try {
      return await run();
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      if (this.#closed) throw new AppError('ENGINE_CLOSING');
      throw new AppError('SCRAPE_DOCUMENT_BROKEN', `${name} could not be read: it needs too much memory or time.`, {
        cause: thrown,
      });
    }
  }

  #start(): Piscina {
    this.#pool ??= this.#newPool({ minThreads: 1, maxThreads: this.#most, idleTimeout: idleMs });
    return this.#pool;
  }

  #startOcr(): Piscina {
    this.#ocrPool ??= this.#newPool({ minThreads: 0, maxThreads: 1, idleTimeout: this.ocr.idleMs ?? ocrIdleMs });
    return this.#ocrPool;
  }

  #newPool(size: Pick<PiscinaOptions, 'minThreads' | 'maxThreads' | 'idleTimeout'>): Piscina {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    return new Piscina({
      filename: this.workerFile,
      workerData: this.started,
      ...size,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: maxYoungMb },
    });
  }
}

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** Returns the output of a response. If the response contains an error instead, throws the error. */
function outputOf<Output>(answer: WorkerAnswer<Output>): Output {
  if (answer === 'needs ocr') throw new NeedsOcr();
  if ('output' in answer) return answer.output;
  if ('needs' in answer) throw new NeedsParser(answer.needs);
  throw fromErrorData(answer.failure);
}
