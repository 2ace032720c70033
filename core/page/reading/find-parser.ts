import { MIMEType } from 'node:util';
import { AppError } from '../../common/errors';
import { withoutProlog } from '../../common/values/markup-prolog';
import { wordSet } from '../../common/values/words';
import type { ParserPlugin } from '../../contract/plugin';
import { wideEncoding } from '../documents/guess-encoding';
import type { ReadInput, SandboxedParser } from './document-reader';

/** A parser that runs on this thread or in the sandbox. */
export type KnownParser = ParserPlugin | SandboxedParser;

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
/** Media types that do not reveal the file type. */
const vagueTypes = wordSet(`
  application/octet-stream binary/octet-stream application/unknown application/x-download application/force-download
  application/zip application/x-zip-compressed
`);
const HTML_START = /^<(?:!doctype html|html|head|body)[\s>]/i;
/** True for text that begins with a doctype or with an element such as `html` or `head`. */
export const beginsAsHtml = (start: string): boolean => HTML_START.test(withoutProlog(start));

/** Returns the media type without its parameters, plus the charset. */
export function mediaTypeOf(contentType: string | undefined): { essence: string; charset?: string } {
  try {
    const type = new MIMEType(contentType ?? '');
    return { essence: type.essence, charset: type.params.get('charset') ?? undefined };
  } catch {
    return { essence: (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '' };
  }
}

/**
 * Finds the parser of a page by its media type. If the type is vague or contradicts the first bytes, tries the bytes,
 * then the file extension. Returns undefined for HTML. If a file's opt-in parser was not requested, returns `off` or
 * throws SCRAPE_UNSUPPORTED_FILE_ERROR, depending on the parser. Also throws this error for unreadable files.
 */
export async function findParser(
  input: ReadInput,
  parsers: readonly KnownParser[],
): Promise<KnownParser | 'off' | undefined> {
  if (input.rendered || input.body.length === 0) return undefined;
  const { essence, charset } = mediaTypeOf(input.contentType);
  const start = Buffer.from(input.body.subarray(0, 1024)).toString('latin1');
  if (htmlTypes.has(essence) && /^(?:\xef\xbb\xbf)?\s*</.test(start)) return undefined;
  const seen = await mediaTypeByBytes(input.body);
  const found = choose({ ...input, essence, start, seen, wide: /^utf-?16/i.test(charset ?? '') }, parsers);
  if (found === 'unreadable') throw unsupported(input.url, seen ?? essence);
  if (!found?.optIn || input.parsers.some(({ type }) => type === found.id)) return found;
  if (found.whenOff === 'error') throw unsupported(input.url, seen ?? essence);
  return 'off';
}

/** Stream names in legacy Office files, each with the media type it indicates. */
const COMPOUND_STREAMS: readonly (readonly [string, string])[] = [
  ['EncryptedPackage', 'application/x-encrypted-office'],
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
];

/**
 * Returns the media type detected from a file's bytes. Undefined if the bytes do not reveal the type, e.g. for plain
 * text.
 */
export async function mediaTypeByBytes(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const seen = (await fileTypeFromBuffer(bytes))?.mime;
  if (seen !== 'application/x-cfb') return seen;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The first stream determines the type. Embedded objects may contain the same streams, but only later in the file.
  const found = COMPOUND_STREAMS.map(([name, type]) => ({
    at: file.indexOf(Buffer.from(`${name}\0`, 'utf16le')),
    type,
  }));
  return found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]?.type ?? seen;
}

interface Evidence {
  readonly url: string;
  readonly body: Uint8Array;
  readonly essence: string;
  /** The first 1,024 bytes, decoded as Latin-1. */
  readonly start: string;
  /** Media type detected from the bytes. */
  readonly seen: string | undefined;
  /** True for UTF-16. In this encoding, text also contains many NUL bytes. */
  readonly wide: boolean;
}

function choose(evidence: Evidence, parsers: readonly KnownParser[]): KnownParser | 'unreadable' | undefined {
  const { essence, body, start, seen, wide } = evidence;
  const named = byType(essence, parsers);
  const told = seen === undefined ? undefined : byType(seen, parsers);
  const isText = wide || looksLikeText(body) || (seen === undefined && wideEncoding(body) !== undefined);
  if (named === undefined && !htmlTypes.has(essence)) {
    if (beginsAsHtml(start) && vagueTypes.has(essence)) return undefined;
    return told ?? byEnding(evidence, parsers) ?? (isText ? undefined : 'unreadable');
  }
  if (isText) {
    const document = documentOfText(evidence, parsers);
    if (document !== undefined) return document;
    // Instead of the requested file, a server may send HTML (e.g. a login form) with the file's media type.
    const textual = /^text\/|json|xml|yaml|javascript/.test(essence);
    return beginsAsHtml(start) && !textual ? undefined : named;
  }
  if (told !== undefined) return told;
  const isClaimed = named !== undefined && !named.mediaTypes.some((type) => /^text\/|json|xml/.test(type));
  if (isClaimed) return named;
  return seen !== undefined || isBinary(body) ? 'unreadable' : named;
}

/** Extensions of documents that servers often send as plain text or JSON. */
const DOCUMENT_ENDING = /\.(?:ipynb|eml|ics)$/i;
const MAX_JSON_BYTES = 5_000_000;

/** Finds the parser for a document sent as plain text, JSON or HTML. Uses the file extension or the content. */
function documentOfText(evidence: Evidence, parsers: readonly KnownParser[]): KnownParser | undefined {
  const { essence, url, body } = evidence;
  const path = URL.parse(url)?.pathname ?? '';
  if (/^(?:text\/plain|application\/json)$/.test(essence) && DOCUMENT_ENDING.test(path))
    return byEnding(evidence, parsers);
  return htmlTypes.has(essence) && isJson(body) ? byType('application/json', parsers) : undefined;
}

/** True if the bytes are exactly one JSON object or list. */
export function isJson(body: Uint8Array): boolean {
  if (body.length > MAX_JSON_BYTES) return false;
  const text = new TextDecoder().decode(body);
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const unsupported = (url: string, type: string): AppError =>
  new AppError(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `${url} is a file of type "${type || 'unknown'}", which cannot be converted to text.`,
  );

const byType = (essence: string, parsers: readonly KnownParser[]) =>
  parsers.find(({ mediaTypes }) => mediaTypes.includes(essence)) ??
  parsers.find(({ mediaTypes }) => mediaTypes.some((type) => type.startsWith('*') && essence.endsWith(type.slice(1))));

function byEnding({ url }: Evidence, parsers: readonly KnownParser[]): KnownParser | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname.toLowerCase() : '';
  return parsers.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));
}

/** First characters of document formats that may be pure ASCII but are not readable text. */
const DOCUMENT_START = /^(?:%PDF-|\{\\rtf)/;

/**
 * True for bytes without NULs and with few control characters. False for bytes that start like a known document format.
 */
export function looksLikeText(body: Uint8Array): boolean {
  const head = body.subarray(0, 1024);
  if (DOCUMENT_START.test(Buffer.from(head.subarray(0, 5)).toString('latin1'))) return false;
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  return !head.includes(0) && controlsIn(head) <= head.length / 20;
}

/** True for bytes with more control characters than text ever contains. */
const isBinary = (body: Uint8Array): boolean => controlsIn(body.subarray(0, 1024)) > Math.min(body.length, 1024) / 10;

const controlsIn = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) ? 1 : 0), 0);
