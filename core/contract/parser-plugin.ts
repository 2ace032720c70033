import type { z } from 'zod';
import type { Metadata } from '../common/model';
import type { PluginBase } from './plugin-base';

/** What a parser made of a file. */
export interface ParsedFile {
  /** The file's content as HTML; the formats go on from there. */
  readonly html: string;
  /** Facts such as title, author or numPages. */
  readonly metadata: Metadata;
  readonly warnings: readonly string[];
}

/** A parser: turns files that are not HTML into HTML. Runs on a worker thread. */
export interface ParserPlugin extends PluginBase {
  readonly kind: 'parser';
  /** Name in `parsers[].type`. */
  readonly id: string;
  /** Media types the parser reads, without parameters; `+xml` style suffixes as `*+xml`. */
  readonly mediaTypes: readonly string[];
  /** Path endings it reads when neither the media type nor the first bytes say what a file is, e.g. `.pdf`. */
  readonly extensions: readonly string[];
  /** True for text that begins a file of this kind; used where nothing declares a media type, as for uploads. */
  recognises?(start: string): boolean;
  /** True for parsers a request must list in `parsers`; the others always run. */
  readonly optIn?: boolean;
  readonly options?: z.ZodObject;
  parse(bytes: Uint8Array, context: never): Promise<ParsedFile>;
}

/** What `parse` knows besides the bytes. */
export interface ParseContext<Options = unknown> {
  readonly url: string;
  /** Charset named by the Content-Type header, if any. */
  readonly charset?: string;
  readonly options: Options;
  /** Milliseconds left for the scrape, what is done after the parser included; infinite when nobody waits. */
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
