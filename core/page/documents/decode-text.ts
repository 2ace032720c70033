/// <reference path="./decode-sniffer.d.ts" />
import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { type Decoded, decodeAsUtf8, decodeByLabel, decodeByMark, decodePlainText } from '../../contract/plain-text';

export type { Decoded } from '../../contract/plain-text';

/** Context for decoding bytes: the Content-Type header, and a flag for HTML. */
export interface DecodeContext {
  readonly contentType?: string;
  readonly isHtml: boolean;
}

/**
 * Number of bytes to search for a `<meta charset>` if the first kilobyte declares no encoding and the page is not
 * UTF-8.
 */
const LATE_META_BYTES = 65_536;
const UNDECLARED = 'undeclared';
/** Chunk size for decoding a page. V8 maps new memory for strings over 128 kB, which takes longer than decoding. */
const PIECE_BYTES = 60 * 1024;

/**
 * Decodes bytes by the WHATWG rules: byte order mark, Content-Type charset, `<meta>` or XML declaration, then UTF-8 if
 * valid, else windows-1252. Never throws: undecodable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, { contentType, isHtml }: DecodeContext): Decoded {
  const charset = charsetOf(contentType);
  const decoded =
    decodeByMark(bytes) ??
    (charset === undefined ? undefined : decodeByLabel(bytes, charset)) ??
    decodeDeclared(bytes, isHtml);
  // HTML ignores NUL characters. Searching for them in the bytes is faster than in the text.
  return isHtml && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(0)
    ? { ...decoded, text: decoded.text.replaceAll('\0', '') }
    : decoded;
}

/**
 * True if a byte order mark, the Content-Type or the content declares the encoding. A `<meta>` after the first kilobyte
 * counts only if the bytes are not UTF-8.
 */
export function declaresEncoding(bytes: Uint8Array, context: DecodeContext, isUtf8Text: boolean): boolean {
  if (decodeByMark(bytes.subarray(0, 3)) !== undefined) return true;
  const charset = charsetOf(context.contentType);
  if (charset !== undefined && decodeByLabel(new Uint8Array(), charset) !== undefined) return true;
  if (!context.isHtml) return decodeXml(bytes.subarray(0, 1024)) !== undefined;
  const maxPrescanBytes = isUtf8Text ? 1024 : LATE_META_BYTES;
  return sniffEncoding(bytes, { maxPrescanBytes, defaultEncoding: UNDECLARED }) !== UNDECLARED;
}

/** Decodes an HTML page as `decodeText` does, but returns the text in chunks. */
export function decodePage(bytes: Uint8Array, contentType?: string): readonly string[] {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isPlainUtf8(page, contentType) ? utf8Pieces(page) : [decodeText(bytes, { contentType, isHtml: true }).text];
}

/** True for UTF-8 without a byte order mark, if no other encoding is declared. */
function isPlainUtf8(bytes: Buffer, contentType: string | undefined): boolean {
  if (!isUtf8(bytes) || bytes[0] === 0xef || bytes.includes(0)) return false;
  const label = charsetOf(contentType) ?? sniffEncoding(bytes, { maxPrescanBytes: 1024, defaultEncoding: 'utf-8' });
  return /^utf-?8$/i.test(label);
}

function utf8Pieces(bytes: Buffer): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + PIECE_BYTES, bytes.length);
    while (isInsideCharacter(bytes[to])) to--;
    pieces.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return pieces;
}

const isInsideCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function decodeDeclared(bytes: Uint8Array, isHtml: boolean): Decoded {
  if (!isHtml) return decodeXml(bytes) ?? decodePlainText(bytes);
  return (
    decodeBySniffing(bytes, { maxPrescanBytes: 1024 }) ??
    decodeAsUtf8(bytes) ??
    decodeBySniffing(bytes, { maxPrescanBytes: LATE_META_BYTES }) ??
    decodePlainText(bytes)
  );
}

function decodeXml(bytes: Uint8Array): Decoded | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12)).replaceAll('\0', '');
  return start.startsWith('<?xml') ? decodeBySniffing(bytes, { xml: true }) : undefined;
}

function decodeBySniffing(
  bytes: Uint8Array,
  options: { readonly xml?: boolean; readonly maxPrescanBytes?: number },
): Decoded | undefined {
  const label = sniffEncoding(bytes, { ...options, defaultEncoding: UNDECLARED });
  return label === UNDECLARED ? undefined : decodeByLabel(bytes, label);
}

function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType ?? '');
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
