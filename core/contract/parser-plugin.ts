import type { z } from 'zod';
import type { Metadata } from '../common/model';
import type { PluginBase } from './plugin-base';

/** Result of a parser. */
export interface ParsedFile {
  /** Content of the file as HTML; input of the formats. */
  readonly html: string;
  /** Metadata such as title, author or numPages. */
  readonly metadata: Metadata;
  readonly warnings: readonly string[];
  /** Separate pages of the file, for `pages` of the answer. */
  readonly pages?: readonly FilePage[];
  /** Pages of which `markdown` is made, with the number of each between them. */
  readonly marked?: readonly FilePage[];
  /** Blocks of the pages, for `blocks` of the answer. */
  readonly blocks?: readonly FilePageBlocks[];
}

/** A page of a file, as HTML. */
export interface FilePage {
  /** From 1. */
  readonly number: number;
  readonly html: string;
}

/** A block of a page. */
export interface FileBlock {
  /** `heading`, `paragraph`, `list`, `table`, `code`, `header` or `footer`. */
  readonly type: string;
  /** Left, top, right and bottom in points from the top left of the page. */
  readonly bbox: readonly [number, number, number, number];
  readonly html: string;
}

/** The blocks of a page, in reading order. */
export interface FilePageBlocks {
  readonly number: number;
  /** Size in points; null for a page that could not be read. */
  readonly width: number | null;
  readonly height: number | null;
  readonly status: 'ok' | 'failed';
  readonly items: readonly FileBlock[];
}

/** A parser converts files that are not HTML to HTML. Runs on a worker thread. */
export interface ParserPlugin extends PluginBase {
  readonly kind: 'parser';
  /** Name in `parsers[].type`. */
  readonly id: string;
  /** Media types of the parser, without parameters; `+xml` style suffixes as `*+xml`. */
  readonly mediaTypes: readonly string[];
  /** File extensions, used when neither the media type nor the first bytes identify a file, e.g. `.pdf`. */
  readonly extensions: readonly string[];
  /** True for text that begins a file of this kind; used where nothing declares a media type, as for uploads. */
  recognises?(start: string): boolean;
  /** True for parsers a request must list in `parsers`; the others always run. */
  readonly optIn?: boolean;
  readonly options?: z.ZodObject;
  parse(bytes: Uint8Array, context: never): Promise<ParsedFile>;
}

/** Input of `parse` besides the bytes. */
export interface ParseContext<Options = unknown> {
  readonly url: string;
  /** Charset named by the Content-Type header, if any. */
  readonly charset?: string;
  readonly options: Options;
  /** Milliseconds left for the scrape, including the steps after the parser; infinite without a waiting caller. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Defines a parser. */
export function defineParser<Options extends z.ZodObject = z.ZodObject>(
  definition: Omit<ParserPlugin, 'kind' | 'options' | 'parse'> & {
    readonly options?: Options;
    parse(bytes: Uint8Array, context: ParseContext<z.output<Options>>): Promise<ParsedFile>;
  },
): ParserPlugin {
  return { kind: 'parser', ...definition } as unknown as ParserPlugin;
}
