import type { Metadata } from '../common/model';
import type { ParserPlugin } from '../plugin';
import type { Registries } from '../plugins/registry';
import { monotonicMs } from '../tasks/deadline';
import { decodePage, decodeText } from './decode-text';
import type { ReadInput, ReadOutput } from './document-reader';
import { looksLikeText, mediaTypeOf } from './find-parser';

/** A page as HTML text. */
export interface Source {
  /** What the formats read, in pieces. */
  readonly html: readonly string[];
  /** Gives the page as it came, decoded; undefined for a file that is no text. */
  readonly raw: (() => string) | undefined;
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
    const html = decodePage(input.body, contentType);
    return { html, raw: () => html.join(''), parsed: false, metadata: {}, warnings: [] };
  }
  const { charset } = mediaTypeOf(input.contentType);
  const request = input.parsers.find(({ type }) => type === parser.id) ?? {};
  const options = parser.options?.safeParse(request).data ?? {};
  const context = { url: input.url, charset, options, timeoutMs: input.deadlineMs - monotonicMs(), signal };
  const file = await parser.parse(input.body, context as never);
  const isText = looksLikeText(input.body);
  const text = () => decodeText(input.body, { contentType: input.contentType, isHtml: false }).text;
  const nothing = file.html.trim() === '' && file.warnings.length === 0;
  const warnings = nothing ? [`The file at ${input.url} holds no text.`] : file.warnings;
  return { html: [file.html], raw: isText ? text : undefined, parsed: true, metadata: file.metadata, warnings };
}

/** A file whose parser is switched off: formats hold its base64, or nothing. */
export function unparsedFile(input: ReadInput, { format }: Registries): ReadOutput {
  const base64 = Buffer.from(input.body).toString('base64');
  const values = Object.fromEntries(input.order.map((id) => [id, format.get(id)?.ofFile?.(base64)]));
  const needsText = input.order.some((id) => format.get(id)?.needs.includes('source'));
  const warnings = needsText ? [noRawHtml(input.url)] : [];
  return { values, carried: {}, metadata: {}, links: [], renderState: 'full', warnings };
}

/** Says why there is no `rawHtml`. */
export const noRawHtml = (url: string): string => `${url} is a binary file, so it has no rawHtml.`;
