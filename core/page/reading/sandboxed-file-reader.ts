import { monotonicMs } from '../../common/concurrency/deadline';
import { AppError } from '../../common/errors';
import type { Registries } from '../../platform/plugins/registry';
import {
  type DocumentReader,
  type FileToParse,
  NeedsParser,
  type OnRecognition,
  PreparingReader,
  type ReadInput,
  type ReadOutput,
  type SandboxedParser,
} from './document-reader';
import { parserOptions } from './read-source';

/**
 * Converts files whose parser runs in the sandbox. Runs on the request thread, because reader threads cannot access the
 * sandbox.
 */
export class SandboxedFileReader extends PreparingReader {
  constructor(
    reader: DocumentReader,
    private readonly registries: Registries,
  ) {
    super(reader);
  }

  async read(input: ReadInput, signal: AbortSignal, onRecognition?: OnRecognition): Promise<ReadOutput> {
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

  #parsers(): readonly SandboxedParser[] {
    const sandboxed = this.registries.parser.list().filter(({ isSandboxed }) => isSandboxed);
    return sandboxed.map(({ kind, id, summary, mediaTypes, extensions, optIn, whenOff }) => {
      return { kind, id, summary, mediaTypes, extensions, optIn, whenOff };
    });
  }

  #parse({ url, body, parsers, deadlineMs }: ReadInput, { parser: id, charset }: FileToParse, signal: AbortSignal) {
    const parser = this.registries.parser.get(id);
    if (!parser) throw new AppError('SCRAPE_UNSUPPORTED_FILE_ERROR', `The parser "${id}" is not loaded.`);
    const context = {
      url,
      charset,
      options: parserOptions(parser, parsers),
      timeoutMs: deadlineMs - monotonicMs(),
      signal,
    };
    return parser.parse(body, context as never);
  }
}
