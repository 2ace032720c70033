import type { z } from 'zod';
import type { Metadata, RecognitionProgress } from '../common/model';
import type { PluginBase } from './plugin-base';

/** Result of a parser. */
export interface ParsedFile {
  /** Content of the file as HTML, from which the formats are derived. */
  readonly html: string;
  /** Metadata such as title, author or numPages. */
  readonly metadata: Metadata;
  readonly warnings: readonly string[];
  /** Pages of the file, returned as `pages`. */
  readonly pages?: readonly FilePage[];
  /** Pages to join into `markdown`. Page numbers are inserted between the pages. */
  readonly marked?: readonly FilePage[];
  /** Blocks of each page, returned as `blocks`. */
  readonly blocks?: readonly FilePageBlocks[];
}

/** A page of a file, converted to HTML. */
export interface FilePage {
  /** Page number, counting from 1. */
  readonly number: number;
  readonly html: string;
}

/** A block on a page. */
export interface FileBlock {
  /** Kind of block: `heading`, `paragraph`, `list`, `table`, `code`, `header` or `footer`. */
  readonly type: string;
  /** Left, top, right and bottom edges in points, measured from the top left corner of the page. */
  readonly bbox: readonly [number, number, number, number];
  readonly html: string;
  /** Confidence of recognized text, from 0 to 1. Absent for text that the file itself contains. */
  readonly confidence?: number;
}

/** Blocks of a page, in reading order. */
export interface FilePageBlocks {
  readonly number: number;
  /** Width of the page in points. Null for a page that could not be read. */
  readonly width: number | null;
  readonly height: number | null;
  readonly status: 'ok' | 'failed';
  readonly items: readonly FileBlock[];
}

/** Parser that converts non-HTML files to HTML on a worker thread. */
export interface ParserPlugin extends PluginBase {
  readonly kind: 'parser';
  /** Name in `parsers[].type`. */
  readonly id: string;
  /** Media types that the parser accepts, without parameters. A suffix such as `+xml` is written as `*+xml`. */
  readonly mediaTypes: readonly string[];
  /** File extensions, e.g. `.pdf`, used when neither the media type nor the first bytes identify a file. */
  readonly extensions: readonly string[];
  /**
   * Returns true if the parser can read a text file that begins with `start`. Called when no media type is known, e.g.
   * for uploads.
   */
  recognises?(start: string): boolean;
  /** True for a parser that runs only if a request lists it in `parsers`. */
  readonly optIn?: boolean;
  /**
   * Result for a file whose opt-in parser is not listed in the request: the file in Base64 (the default) or an error.
   */
  readonly whenOff?: 'base64' | 'error';
  readonly options?: z.ZodObject;
  /** True for a parser that runs in the sandbox. Set when the plugin is loaded. */
  readonly isSandboxed?: boolean;
  parse(bytes: Uint8Array, context: never): Promise<ParsedFile>;
}

/** Settings for text recognition (OCR). */
export interface OcrSettings {
  /** Tesseract language codes, e.g. `eng`. The text can be in any of these languages. */
  readonly languages: readonly string[];
  /**
   * Directories that contain language data files named `<code>.traineddata`, optionally gzipped. For each language, the
   * first file found is used.
   */
  readonly folders: readonly string[];
}

/** Input to `parse` in addition to the bytes. */
export interface ParseContext<Options = unknown> {
  readonly url: string;
  /** Charset from the Content-Type header, if any. */
  readonly charset?: string;
  readonly options: Options;
  /** Time in ms left for the scrape, including the steps after parsing. Infinite if no caller is waiting. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /**
   * Returns the text recognition settings. Recognition takes seconds, so it runs on the recognition thread. On any
   * other thread, this call throws, and `parse` is called again on the recognition thread. Do not catch the error.
   */
  ocr(): OcrSettings;
  /** Reports to the user how many pages have been recognized so far. Has an effect only on the recognition thread. */
  onRecognition(progress: RecognitionProgress): void;
}

/** Defines a parser. */
export function defineParser<Options extends z.ZodObject = z.ZodObject>(
  definition: Omit<ParserPlugin, 'kind' | 'options' | 'parse' | 'isSandboxed'> & {
    readonly options?: Options;
    parse(bytes: Uint8Array, context: ParseContext<z.output<Options>>): Promise<ParsedFile>;
  },
): ParserPlugin {
  return { kind: 'parser', ...definition } as unknown as ParserPlugin;
}
