/// <reference path="./decode-sniffer.d.ts" />
import sniffEncoding from 'html-encoding-sniffer';
import { type Decoded, decodeAsUtf8, decodeByLabel, decodeByMark, decodePlainText } from '../common/plain-text';

export type { Decoded } from '../common/plain-text';

/** What is known about the bytes: the Content-Type they came with, and whether they are HTML. */
export interface DecodeContext {
  readonly contentType?: string;
  readonly isHtml: boolean;
}

/** How far a page is searched for a late `<meta charset>` once the first kilobyte had none and it is not UTF-8. */
const LATE_META_BYTES = 65_536;
const UNDECLARED = 'undeclared';

/**
 * Decodes a page by the WHATWG rules: byte order mark, charset of the Content-Type, `<meta>` or XML declaration, then
 * UTF-8 where the bytes are UTF-8, else windows-1252. Never throws: what cannot be decoded becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array, { contentType, isHtml }: DecodeContext): Decoded {
  const charset = charsetOf(contentType);
  const decoded =
    decodeByMark(bytes) ??
    (charset === undefined ? undefined : decodeByLabel(bytes, charset)) ??
    decodeDeclared(bytes, isHtml);
  // HTML has no NUL characters: a page's reader drops them. They are looked for in the bytes, where that is fastest.
  return isHtml && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(0)
    ? { ...decoded, text: decoded.text.replaceAll('\0', '') }
    : decoded;
}

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

/** The charset parameter of a Content-Type, quotes removed. */
function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType ?? '');
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
