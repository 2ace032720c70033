import type { Metadata } from '../common/model';
import type { ParserPlugin } from '../plugin';
import { monotonicMs } from '../tasks/deadline';
import { decodeText } from './decode-text';
import type { ReadInput, ReadOutput } from './document-reader';
import { looksLikeText, mediaTypeOf } from './find-parser';

/** A page as HTML text. */
export interface Source {
  /** What the formats read. */
  readonly html: string;
  /** The page as it came, decoded; undefined for a file that is no text. */
  readonly raw: string | undefined;
  /** True when a parser made the HTML of another kind of file. */
  readonly parsed: boolean;
  readonly metadata: Metadata;
  readonly warnings: readonly string[];
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
  const raw = isText ? decodeText(input.body, { contentType: input.contentType, isHtml: false }).text : undefined;
  const nothing = file.html.trim() === '' && file.warnings.length === 0;
  const warnings = nothing ? [`The file at ${input.url} holds no text.`] : file.warnings;
  return { html: file.html, raw, parsed: true, metadata: file.metadata, warnings };
}

/** A file whose parser is switched off: html and markdown hold its base64. */
export function unparsedFile(input: ReadInput): ReadOutput {
  const base64 = Buffer.from(input.body).toString('base64');
  const values = Object.fromEntries(input.order.map((id) => [id, fileValue(id, base64)]));
  const warnings = input.order.includes('rawHtml') ? [noRawHtml(input.url)] : [];
  return { values, carried: {}, metadata: {}, links: [], renderState: 'full', warnings };
}

/** What a format holds for a file that was not read. */
function fileValue(format: string, base64: string): unknown {
  if (format === 'rawHtml') return undefined;
  return ['markdown', 'html'].includes(format) ? base64 : [];
}

/** Says why there is no `rawHtml`. */
export const noRawHtml = (url: string): string => `${url} is a binary file, so it has no rawHtml.`;
