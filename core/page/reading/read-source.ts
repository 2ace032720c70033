import { monotonicMs } from '../../common/concurrency/deadline';
import type { Metadata, RecognitionProgress } from '../../common/model';
import type { ParsedFile, ParserPlugin } from '../../contract/plugin';
import type { Registries } from '../../platform/plugins/registry';
import { decodePage, decodeText } from '../documents/decode-text';
import { guessEncoding, wideEncoding } from '../documents/guess-encoding';
import { htmlOfXhtml, isXhtml } from '../documents/xhtml';
import { NeedsOcr, NeedsParser, type ReadInput, type ReadOutput } from './document-reader';
import { type KnownParser, looksLikeText, mediaTypeOf } from './find-parser';

/** A page or file converted to HTML. */
export interface Source extends Pick<ParsedFile, 'pages' | 'marked' | 'blocks'> {
  /** HTML from which the formats are derived, in chunks. */
  readonly html: readonly string[];
  /** Returns the decoded page as received. Undefined for a binary file. */
  readonly raw: (() => string) | undefined;
  /** True if the HTML was converted from another file type. */
  readonly parsed: boolean;
  readonly metadata: Metadata;
  readonly warnings: readonly string[];
}

/** Decodes a page, or converts a file to HTML with its parser. Rejects with the parser's errors. */
export async function readSource(
  input: ReadInput,
  parser: KnownParser | undefined,
  signal: AbortSignal,
): Promise<Source> {
  if (!parser) {
    const contentType = input.rendered ? 'text/html; charset=utf-8' : input.contentType;
    const guessed = input.rendered ? undefined : await guessEncoding(input.body, { contentType, isHtml: true });
    const html = decodePage(input.body, guessed === undefined ? contentType : `text/html; charset=${guessed}`);
    const read = isXhtml(contentType) ? [htmlOfXhtml(html.join(''))] : html;
    return { html: read, raw: () => html.join(''), parsed: false, metadata: {}, warnings: guessWarnings(guessed) };
  }
  const isText = looksLikeText(input.body) || wideEncoding(input.body) !== undefined;
  const { contentType } = input;
  const guessed = isText ? await guessEncoding(input.body, { contentType, isHtml: false }) : undefined;
  const charset = guessed ?? mediaTypeOf(contentType).charset;
  const file = input.parsed ?? (await parse(input, parser, { charset, signal }));
  const type = guessed === undefined ? contentType : `text/plain; charset=${guessed}`;
  const text = () => decodeText(input.body, { contentType: type, isHtml: false }).text;
  const nothing = file.html.trim() === '' && file.warnings.length === 0;
  const warnings = [
    ...guessWarnings(guessed),
    ...(nothing ? [`The file at ${input.url} contains no text.`] : file.warnings),
  ];
  const { html, metadata, pages, marked, blocks } = file;
  return { html: [html], raw: isText ? text : undefined, parsed: true, metadata, warnings, pages, marked, blocks };
}

/** Converts a file with its parser. Throws NeedsParser if the parser must run in the sandbox. */
async function parse(
  input: ReadInput,
  parser: KnownParser,
  { charset, signal }: { readonly charset?: string; readonly signal: AbortSignal },
): Promise<ParsedFile> {
  if (!('parse' in parser)) throw new NeedsParser({ parser: parser.id, charset });
  const options = parserOptions(parser, input.parsers);
  const ocr = () => {
    if (input.ocr === undefined) throw new NeedsOcr();
    return input.ocr;
  };
  const onRecognition = (progress: RecognitionProgress) => input.progressPort?.postMessage(progress);
  const timeoutMs = input.deadlineMs - monotonicMs();
  const context = { url: input.url, charset, options, timeoutMs, signal, ocr, onRecognition };
  return parser.parse(input.body, context as never);
}

/** Returns the options that a request sets for a parser. */
export const parserOptions = ({ id, options }: ParserPlugin, requests: ReadInput['parsers']) =>
  options?.safeParse(requests.find(({ type }) => type === id) ?? {}).data ?? {};

const guessWarnings = (encoding: string | undefined): readonly string[] =>
  encoding === undefined ? [] : [`The page declares no encoding; ${encoding} was guessed.`];

/**
 * Returns the result for a file whose parser is disabled. Each format returns the file as base64, or nothing if the
 * format does not support base64.
 */
export function unparsedFile(input: ReadInput, { format }: Registries): ReadOutput {
  const base64 = Buffer.from(input.body).toString('base64');
  const values = Object.fromEntries(input.order.map((id) => [id, format.get(id)?.ofFile?.(base64)]));
  const needsText = input.order.some((id) => format.get(id)?.needs.includes('source'));
  const warnings = needsText ? [noRawHtml(input.url)] : [];
  const carried: Record<string, Record<string, unknown>> = {};
  for (const { format: id, value } of input.carried ?? []) carried[id] = { ...carried[id], [value]: undefined };
  return { values, carried, metadata: {}, links: [], renderState: 'full', warnings };
}

/** Returns the warning that a binary file has no `rawHtml`. */
export const noRawHtml = (url: string): string => `${url} is a binary file, so it has no rawHtml.`;
