import { MIMEType } from 'node:util';
import { AppError } from '../common/errors';
import type { Metadata } from '../common/model';
import type { ParserPlugin } from '../plugin';
import { monotonicMs } from '../tasks/deadline';
import { decodeText } from './decode-text';
import type { ReadInput, ReadOutput } from './document-reader';

/** A page as HTML text. */
export interface Source {
  /** What the formats read. */
  readonly html: string;
  /** The page as it came, decoded; the HTML made of it where it was no text. */
  readonly raw: string;
  /** True when a parser made the HTML of another kind of file. */
  readonly parsed: boolean;
  readonly metadata: Metadata;
  readonly warnings: readonly string[];
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
const vagueTypes = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'application/x-download',
]);

/** The media type without parameters, and its charset. */
function mediaTypeOf(contentType: string | undefined): { essence: string; charset?: string } {
  try {
    const type = new MIMEType(contentType ?? '');
    return { essence: type.essence, charset: type.params.get('charset') ?? undefined };
  } catch {
    return { essence: (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '' };
  }
}

/**
 * The parser that reads a page; undefined for HTML, `off` for a file whose parser the request did not list.
 * Throws SCRAPE_UNSUPPORTED_FILE_ERROR for files that nothing reads.
 */
export function findParser(input: ReadInput, parsers: readonly ParserPlugin[]): ParserPlugin | 'off' | undefined {
  if (input.rendered) return undefined;
  const { essence } = mediaTypeOf(input.contentType);
  if (htmlTypes.has(essence)) return undefined;
  const parser = byType(essence, parsers) ?? (vagueTypes.has(essence) ? byContent(input, parsers) : undefined);
  if (parser) return parser.optIn && !input.parsers.some(({ type }) => type === parser.id) ? 'off' : parser;
  if (looksLikeText(input.body)) return undefined;
  throw new AppError(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `${input.url} is a file of type "${essence || 'unknown'}", which cannot be turned into text.`,
  );
}

const byType = (essence: string, parsers: readonly ParserPlugin[]) =>
  parsers.find(({ mediaTypes }) => mediaTypes.includes(essence)) ??
  parsers.find(({ mediaTypes }) => mediaTypes.some((type) => type.startsWith('*') && essence.endsWith(type.slice(1))));

/** By the bytes a file starts with, then by the ending of its path; HTML that came without a type is left to no parser. */
function byContent({ body, url }: ReadInput, parsers: readonly ParserPlugin[]): ParserPlugin | undefined {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  if (/^\s*(?:<!doctype html|<html|<head|<body)/i.test(start)) return undefined;
  const path = URL.canParse(url) ? new URL(url).pathname.toLowerCase() : '';
  const byEnding = parsers.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));
  return byEnding ?? parsers.find(({ magic }) => magic !== undefined && start.startsWith(magic));
}

/** Bytes without NULs and with few control characters are text, whatever their type says. */
function looksLikeText(body: Uint8Array): boolean {
  const head = body.subarray(0, 1024);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  let odd = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd++;
  }
  return odd <= head.length / 20;
}

/** Decodes a page, or lets its parser make HTML of it. */
export async function readSource(
  input: ReadInput,
  parser: ParserPlugin | undefined,
  signal: AbortSignal,
): Promise<Source> {
  if (!parser) {
    const contentType = input.rendered ? 'text/html; charset=utf-8' : input.contentType;
    const { text } = decodeText(input.body, { contentType, isHtml: true });
    return { html: text, raw: text, parsed: false, metadata: {}, warnings: [] };
  }
  const { charset } = mediaTypeOf(input.contentType);
  const request = input.parsers.find(({ type }) => type === parser.id) ?? {};
  const options = parser.options?.safeParse(request).data ?? {};
  const context = { url: input.url, charset, options, timeoutMs: input.deadlineMs - monotonicMs(), signal };
  const file = await parser.parse(input.body, context as never);
  const isText = looksLikeText(input.body);
  const raw = isText ? decodeText(input.body, { contentType: input.contentType, isHtml: false }).text : file.html;
  const nothing = file.html.trim() === '' && file.warnings.length === 0;
  const warnings = nothing ? [`The file at ${input.url} holds no text.`] : file.warnings;
  return { html: file.html, raw, parsed: true, metadata: file.metadata, warnings };
}

/** A file whose parser is switched off: html and markdown hold its base64. */
export function unparsedFile(input: ReadInput): ReadOutput {
  const base64 = Buffer.from(input.body).toString('base64');
  const values = Object.fromEntries(input.order.map((id) => [id, fileValue(id, base64)]));
  return { values, carried: {}, metadata: {}, links: [], fullness: 'full', warnings: [] };
}

/** What a format holds for a file that was not read. */
function fileValue(format: string, base64: string): unknown {
  return ['markdown', 'html', 'rawHtml'].includes(format) ? base64 : [];
}
