/** Decoded text and the name of its encoding. */
export interface Decoded {
  readonly text: string;
  readonly encoding: string;
}

/** Labels for which WHATWG decoders return a single replacement character instead of text. */
const REFUSED = new Set(['iso-2022-kr', 'csiso2022kr', 'iso-2022-cn', 'iso-2022-cn-ext', 'hz-gb-2312', 'replacement']);

/** Decodes bytes using a WHATWG label. Undefined if the label is unknown. */
export function decodeByLabel(bytes: Uint8Array, label: string): Decoded | undefined {
  const name = label.trim().toLowerCase();
  if (REFUSED.has(name)) return { text: bytes.length === 0 ? '' : '\ufffd', encoding: 'replacement' };
  try {
    const decoder = new TextDecoder(name);
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch {
    return undefined;
  }
}

/** Decodes bytes according to their byte order mark. Undefined if the byte order mark is absent. */
export function decodeByMark(bytes: Uint8Array): Decoded | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return decodeByLabel(bytes, 'utf-8');
  if (a === 0xfe && b === 0xff) return decodeByLabel(bytes, 'utf-16be');
  if (a === 0xff && b === 0xfe) return decodeByLabel(bytes, 'utf-16le');
  return undefined;
}

/** Decodes bytes as UTF-8. Undefined if they are not valid UTF-8. */
export function decodeAsUtf8(bytes: Uint8Array): Decoded | undefined {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return undefined;
  }
}

/**
 * Decodes a text file. Tries the byte order mark, the declared charset and UTF-8, in this order. Falls back to
 * windows-1252.
 */
export function decodePlainText(bytes: Uint8Array, charset?: string): Decoded {
  return (
    decodeByMark(bytes) ??
    (charset === undefined ? undefined : decodeByLabel(bytes, charset)) ??
    decodeAsUtf8(bytes) ??
    decodeByLabel(bytes, 'windows-1252') ?? { text: '', encoding: 'utf-8' }
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for use in HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}
