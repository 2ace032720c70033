import { monotonicMs } from '../../common/concurrency/deadline';
import { AppError } from '../../common/errors';
import type { RecognitionProgress } from '../../common/model';
import type { Registries } from '../../platform/plugins/registry';
import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';
import {
  type DocumentReader,
  type FileToParse,
  NeedsParser,
  type ReadInput,
  type ReadOutput,
  type SandboxedParser,
} from './document-reader';

/** Converts files whose parser runs in the sandbox, which reader threads cannot reach. */
export class SandboxedFileReader implements DocumentReader {
  constructor(
    private readonly reader: DocumentReader,
    private readonly registries: Registries,
  ) {}

  async read(
    input: ReadInput,
    signal: AbortSignal,
    onRecognition?: (progress: RecognitionProgress) => void,
  ): Promise<ReadOutput> {
    const sandboxedParsers = this.#parsers();
    if (sandboxedParsers.length === 0) return this.reader.read(input, signal, onRecognition);
    try {
      return await this.reader.read({ ...input, sandboxedParsers }, signal, onRecognition);
    } catch (thrown) {
      if (!(thrown instanceof NeedsParser)) throw thrown;
      const parsed = await this.#parse(input, thrown.file, signal);
      return await this.reader.read({ ...input, sandboxedParsers, parsed }, signal);
    }
  }

  learn(input: LearnInput, signal: AbortSignal): Promise<Learned> {
    return this.reader.learn(input, signal);
  }

  warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean> {
    return this.reader.warm(samples, signal);
  }

  close(): Promise<void> {
    return this.reader.close();
  }

  #parsers(): readonly SandboxedParser[] {
    const sandboxed = this.registries.parser.list().filter(({ isSandboxed }) => isSandboxed);
    return sandboxed.map(({ kind, id, summary, mediaTypes, extensions, optIn, whenOff }) => {
      return { kind, id, summary, mediaTypes, extensions, optIn, whenOff };
    });
  }

  #parse({ url, body, parsers, deadlineMs }: ReadInput, { parser: id, charset }: FileToParse, signal: AbortSignal) {
    const parser = this.registries.parser.get(id);
    if (!parser) throw new AppError('SCRAPE_UNSUPPORTED_FILE_ERROR', `The parser "${id}" is not loaded.`);
    const options = parser.options?.safeParse(parsers.find(({ type }) => type === id) ?? {}).data ?? {};
    const context = { url, charset, options, timeoutMs: deadlineMs - monotonicMs(), signal };
    return parser.parse(body, context as never);
  }
}
