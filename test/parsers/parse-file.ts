import type { OcrSettings, ParseContext, ParsedFile, ParserPlugin } from '../../core/contract/plugin';
import { parseHtml } from '../../core/page/documents/parse-html';
import { toMarkdown } from '../../plugins/formats/markdown/convert';

/** Options for parsing a file in a test. */
export interface ParseSettings {
  readonly url?: string;
  readonly charset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly ocr?: OcrSettings;
  readonly onRecognition?: ParseContext['onRecognition'];
}

/** Validates the options against the parser's schema. Then runs the parser as the document reader does. */
export function parseFile(
  parser: ParserPlugin,
  bytes: Uint8Array | string,
  settings: ParseSettings = {},
): Promise<ParsedFile> {
  const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const context = {
    url: settings.url ?? 'http://localhost/file',
    charset: settings.charset,
    options: parser.options?.parse(settings.options ?? {}) ?? {},
    timeoutMs: settings.timeoutMs ?? 30_000,
    signal: settings.signal ?? new AbortController().signal,
    ocr: () => settings.ocr ?? { languages: [], folders: [] },
    onRecognition: settings.onRecognition ?? (() => undefined),
  };
  return parser.parse(data, context as never);
}

/** Converts a file to Markdown with its parser and the Markdown converter. */
export async function markdownOf(
  parser: ParserPlugin,
  bytes: Uint8Array | string,
  settings: ParseSettings = {},
): Promise<string> {
  const { html } = await parseFile(parser, bytes, settings);
  return toMarkdown(parseHtml(html).document);
}
