import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { PSM, Worker as TesseractWorker } from 'tesseract.js';
import type { Grey } from './grey';
import { linesOfHocr, type TextLine } from './hocr';
import { withLanguageFolder } from './language-files';
import { fromPng } from './png';

/** Text recognized in an image. */
export interface Recognition {
  /** Mean confidence of all words, 0 to 100. */
  readonly confidence: number;
  /** Angle by which the image was rotated, in radians. */
  readonly radians: number;
  readonly lines: readonly TextLine[];
}

/** Thrown when recognizing an image takes too long, after the recognizer has been stopped. */
export class OutOfTime extends Error {}

/** The part of Tesseract's output that is used here. */
interface Output {
  readonly confidence: number;
  readonly rotateRadians?: number;
  readonly imageGrey?: string | null;
  readonly hocr?: string | null;
}

/** Maximum duration of a recognition pass over an image, in ms. */
const MAX_PASS_MS = 60_000;
const MAX_START_MS = 30_000;
/** Tesseract's page segmentation mode for automatic layout analysis without orientation detection. */
const AUTOMATIC_LAYOUT = '3';

/** Returns the path of Tesseract's worker script, which is copied during the build. */
const workerScript = (): string =>
  join(dirname(findPackageJSON('tesseract.js', import.meta.url) ?? ''), 'src/worker-script/node/index.js');

/** Runs Tesseract on a separate thread. Processes one image at a time. */
export class Recognizer {
  #isEnded = false;
  readonly #failed: Promise<never>;

  private constructor(
    private readonly worker: TesseractWorker,
    failed: Promise<never>,
  ) {
    this.#failed = failed;
  }

  /**
   * Starts Tesseract with the given language files. Tesseract then reads no other files and does not use the network.
   */
  static async start(files: ReadonlyMap<string, string>): Promise<Recognizer> {
    const { default: tesseract } = await import('tesseract.js');
    optimizeWebAssembly(true);
    let reject: (reason: unknown) => void = () => undefined;
    const failed = new Promise<never>((_, fail) => {
      reject = fail;
    });
    failed.catch(() => undefined);
    const worker = await withLanguageFolder(files, (langPath) => {
      const starting = tesseract.createWorker([...files.keys()], 1, {
        workerPath: workerScript(),
        langPath,
        cacheMethod: 'none',
        gzip: true,
        logger: () => undefined,
        errorHandler: (reason: unknown) => reject(new Error(String(reason))),
      });
      return withLimit(Promise.race([starting, failed]), MAX_START_MS);
    });
    const { worker: thread } = worker as unknown as { readonly worker: NodeJS.EventEmitter };
    thread.once('error', reject).once('exit', () => reject(new Error('Text recognition stopped.')));
    const recognizer = new Recognizer(worker, failed);
    await recognizer.#wait(
      worker.setParameters({
        // The type declarations do not export PSM as a value.
        tessedit_pageseg_mode: AUTOMATIC_LAYOUT as PSM,
        // Suppresses messages on stderr. `user_defined_dpi` affects only these messages.
        debug_file: '/dev/null',
        user_defined_dpi: '200',
      }),
      MAX_START_MS,
    );
    return recognizer;
  }

  /** True after a failure. A new recognizer must then be started. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Recognizes the text in an image file. Without `radians`, detects the angle of the lines. */
  async read(image: Uint8Array, timeoutMs: number, radians?: number): Promise<Recognition> {
    const turn = radians === undefined ? { rotateAuto: true } : { rotateRadians: radians };
    // hOCR is the fastest of the output formats that include positions.
    const { data } = await this.#wait(
      this.worker.recognize(image as Buffer, turn, { text: false, hocr: true }),
      timeoutMs,
    );
    return recognitionOf(data as unknown as Output);
  }

  /** Decodes an image file. */
  async decode(image: Uint8Array, timeoutMs: number): Promise<Grey | undefined> {
    const { data } = await this.#wait(
      this.worker.recognize(image as Buffer, {}, { text: false, imageGrey: true }),
      timeoutMs,
    );
    const base64 = (data as unknown as Output).imageGrey?.split(',')[1];
    return base64 === undefined ? undefined : fromPng(Buffer.from(base64, 'base64'));
  }

  /** Ends the thread. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.worker.terminate();
    optimizeWebAssembly(false);
  }

  /**
   * Waits for a recognition pass. If the pass fails or takes too long, ends the thread, because a running pass cannot
   * be cancelled.
   */
  async #wait<T>(pass: Promise<T>, timeoutMs: number): Promise<T> {
    try {
      return await withLimit(Promise.race([pass, this.#failed]), Math.min(timeoutMs, MAX_PASS_MS));
    } catch (thrown) {
      pass.catch(() => undefined);
      await this.end();
      throw thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  }
}

/**
 * Sets whether V8 optimizes WebAssembly. The engine disables optimization to save memory, but optimized code halves the
 * CPU time of recognition.
 */
function optimizeWebAssembly(isOn: boolean): void {
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) setFlagsFromString(isOn ? `--${flag}` : `--no-${flag}`);
}

/** Rejects with `OutOfTime` if the work takes too long. */
async function withLimit<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime('Text recognition took too long.')), Math.max(0, timeoutMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const recognitionOf = ({ confidence, rotateRadians = 0, hocr }: Output): Recognition => ({
  confidence,
  radians: rotateRadians,
  lines: linesOfHocr(hocr ?? ''),
});
