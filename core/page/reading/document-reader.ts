import type { MessagePort } from 'node:worker_threads';
import type {
  FormatRequest,
  Metadata,
  Page,
  PageDocument,
  ParserRequest,
  RecognitionProgress,
  Task,
} from '../../common/model';
import type { OcrSettings, ParsedFile, ParserPlugin } from '../../contract/plugin';
import type { CarriedValue, DerivationOrder } from '../../platform/plugins/format-graph';
import type { CheckInput, CheckOutput, SchemaChecker } from '../models/schema-checker';
import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';

/** Input for a worker thread that reads one page. Contains only values that can be sent to another thread. */
export interface ReadInput {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: Uint8Array;
  readonly rendered: boolean;
  readonly content: {
    readonly onlyMainContent: boolean;
    readonly includeTags: readonly string[];
    readonly excludeTags: readonly string[];
    readonly removeBase64Images: boolean;
  };
  /** Formats to derive on the worker thread, in this order. */
  readonly order: readonly string[];
  /** Values that the worker thread computes for formats derived on another thread. Default: none. */
  readonly carried?: readonly CarriedValue[];
  readonly formats: readonly FormatRequest[];
  /** Format settings, keyed by format ID. */
  readonly configs: Readonly<Record<string, unknown>>;
  readonly parsers: readonly ParserRequest[];
  /** Parsers that run in the sandbox. */
  readonly sandboxedParsers?: readonly SandboxedParser[];
  /** File content converted by a sandboxed parser. */
  readonly parsed?: ParsedFile;
  /** Deadline for reading the page, as a `monotonicMs` time. */
  readonly deadlineMs: number;
  /** False if the crawl does not follow the page's links. */
  readonly wantsLinks: boolean;
  /** True if no other page links to this page any more. */
  readonly isUnlinked?: boolean;
  /** Text recognition settings. Present only on the thread that may recognize text. */
  readonly ocr?: OcrSettings;
  /** Receives the progress of text recognition. */
  readonly progressPort?: MessagePort;
}

/** The serializable properties of a parser. Its functions cannot be sent to another thread. */
export type SandboxedParser = Pick<
  ParserPlugin,
  'kind' | 'id' | 'summary' | 'mediaTypes' | 'extensions' | 'optIn' | 'whenOff'
>;

/** A file to be converted by a sandboxed parser. */
export interface FileToParse {
  readonly parser: string;
  readonly charset?: string;
}

/** Thrown on a reader thread if the file needs a sandboxed parser. */
export class NeedsParser extends Error {
  constructor(readonly file: FileToParse) {
    super();
  }
}

/** Thrown if a parser needs text recognition on a thread that cannot provide it. */
export class NeedsOcr extends Error {}

/** Result of reading one page. */
export interface ReadOutput {
  readonly values: Readonly<Record<string, unknown>>;
  /** Values for formats derived on another thread, keyed by format and name. */
  readonly carried: PageDocument['carried'];
  readonly metadata: Metadata;
  readonly links: readonly string[];
  readonly renderState: PageDocument['renderState'];
  readonly warnings: readonly string[];
}

/** Receives the progress of text recognition. */
export type OnRecognition = (progress: RecognitionProgress) => void;

/** Reads pages, learns recipes and checks schemas off the request thread. */
export interface DocumentReader extends SchemaChecker {
  read(input: ReadInput, signal: AbortSignal, onRecognition?: OnRecognition): Promise<ReadOutput>;
  /** Learns a recipe from pages with known data. See `learnRecipe`. */
  learn(input: LearnInput, signal: AbortSignal): Promise<Learned>;
  /** Warms up the reader with sample pages. Returns false if a real page interrupted the warm-up. */
  warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Injection token for the document reader. */
export const DocumentReader = Symbol('DocumentReader');

/** Builds the worker's input from a page and its task. */
export function toReadInput(
  page: Page,
  { spec, followsLinks, isUnlinked }: Pick<Task, 'spec' | 'followsLinks' | 'isUnlinked'>,
  { worker, carried }: Pick<DerivationOrder, 'worker' | 'carried'>,
  configs: Readonly<Record<string, unknown>>,
  deadlineMs: number,
): ReadInput {
  const { onlyMainContent, includeTags, excludeTags, removeBase64Images, formats, parsers } = spec;
  const { url, statusCode, headers, contentType, body, rendered } = page;
  return {
    url,
    statusCode,
    headers,
    contentType,
    body,
    rendered,
    content: { onlyMainContent, includeTags, excludeTags, removeBase64Images },
    order: worker,
    carried,
    formats,
    configs,
    parsers,
    deadlineMs,
    wantsLinks: followsLinks,
    isUnlinked,
  };
}

/** Base class of readers that prepare the input and pass it to another reader. */
export abstract class PreparingReader implements DocumentReader {
  constructor(protected readonly reader: DocumentReader) {}

  abstract read(input: ReadInput, signal: AbortSignal, onRecognition?: OnRecognition): Promise<ReadOutput>;

  learn(input: LearnInput, signal: AbortSignal): Promise<Learned> {
    return this.reader.learn(input, signal);
  }

  check(input: CheckInput, signal: AbortSignal): Promise<CheckOutput> {
    return this.reader.check(input, signal);
  }

  warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean> {
    return this.reader.warm(samples, signal);
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}
