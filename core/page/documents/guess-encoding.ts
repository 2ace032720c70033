import { isUtf8 } from 'node:buffer';
import { type DecodeContext, declaresEncoding } from './decode-text';

/**
 * Encodings that can be guessed: their labels in the Encoding Standard, keyed by the names and aliases that the
 * detector uses.
 */
const encodings: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  euc_jis_2004: 'euc-jp',
  gb18030: 'gb18030',
  big5hkscs: 'big5',
  cp949: 'euc-kr',
  euc_kr: 'euc-kr',
  'euc-kr': 'euc-kr',
  cp874: 'windows-874',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  cp1253: 'windows-1253',
  cp1254: 'windows-1254',
  cp1255: 'windows-1255',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  cp1258: 'windows-1258',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  cp866: 'ibm866',
  'iso8859-2': 'iso-8859-2',
  'iso8859-5': 'iso-8859-5',
  'iso8859-6': 'iso-8859-6',
  'iso8859-7': 'iso-8859-7',
};
/** Aliases that the detector returns but does not accept as input. */
const onlyReported = ['euc_jis_2004', 'euc_kr'];
const includeEncodings = Object.keys(encodings).filter((name) => !onlyReported.includes(name));

/**
 * Writing system of each non-Latin single-byte encoding. An encoding is rejected if the decoded text often mixes
 * letters of this writing system with Latin letters.
 */
const scripts: Readonly<Record<string, string>> = {
  'windows-1251': 'Cyrillic',
  'koi8-r': 'Cyrillic',
  'koi8-u': 'Cyrillic',
  ibm866: 'Cyrillic',
  'iso-8859-5': 'Cyrillic',
  'windows-1253': 'Greek',
  'iso-8859-7': 'Greek',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'iso-8859-6': 'Arabic',
  'windows-874': 'Thai',
};

/** The most common encoding of pages that do not declare their encoding. */
const western = 'windows-1252';
const minHighBytes = 4;
/** Another encoding is preferred to `western` only if its confidence is at least this many times as high. */
const minLead = 1.3;
/** The sample is taken from at most this many bytes at the start of a page. More bytes would not improve the guess. */
const searchedBytes = 512 * 1024;
const sampleBytes = 16 * 1024;

/**
 * Guesses the encoding of bytes that are neither ASCII nor UTF-8 and declare no encoding. Returns a label from the
 * Encoding Standard, or undefined for all other bytes.
 */
export async function guessEncoding(bytes: Uint8Array, context: DecodeContext): Promise<string | undefined> {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isValid = isUtf8(page);
  if (isValid && !page.includes(0) && !page.includes(0x1b)) return undefined;
  if (declaresEncoding(page, context, isValid)) return undefined;
  const wide =
    wideEncoding(page) ?? (page.includes('\x1b$') && decoded(page, 'iso-2022-jp') ? 'iso-2022-jp' : undefined);
  if (wide !== undefined || isValid) return wide;
  return isMostlyUtf8(page) ? 'utf-8' : await legacyEncoding(sampleOf(page, context.isHtml));
}

/** Detects UTF-16 without a byte order mark: in Latin letters and punctuation, every other byte is NUL. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 1024 & ~1);
  if (!start.includes(0)) return undefined;
  const nuls = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nuls;
  const encoding = even < odd ? 'utf-16le' : 'utf-16be';
  const isWide = Math.max(even, odd) >= Math.max(4, start.length / 10) && Math.min(even, odd) === 0;
  const text = isWide ? decoded(start, encoding) : undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them
  return text === undefined || /[\0-\x08\x0e-\x1f]/.test(text) ? undefined : encoding;
}

/** True for UTF-8 with a few invalid bytes, e.g. a truncated character at the end. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, searchedBytes));
  const damaged = count(text, /\ufffd/g);
  return damaged * 10 <= count(text, /[^\0-\x7f]/g) - damaged;
}

/** Returns the most likely encoding whose writing system occurs in the decoded sample. */
async function legacyEncoding(sample: Buffer): Promise<string> {
  if (highBytes(sample) < minHighBytes) return western;
  const { chardet } = await import('jschardet');
  const options = { includeEncodings, ignoreThreshold: true, compatNames: false };
  const found = chardet.detectAll(sample, options).flatMap(({ encoding, confidence }) => {
    const label = encodings[encoding ?? ''];
    return label === undefined ? [] : [{ label, confidence }];
  });
  const least = minLead * (found.find(({ label }) => label === western)?.confidence ?? 0);
  const best = found.find(({ label, confidence }) => {
    if (label === western || confidence < least) return true;
    return isPlausible(decoded(sample, label), scripts[label]);
  });
  return best && best.confidence >= least ? best.label : western;
}

function isPlausible(text: string | undefined, script: string | undefined): boolean {
  if (text === undefined || /[\x80-\x9f]/.test(text)) return false;
  if (script === undefined) return true;
  const letter = `\\p{Script_Extensions=${script}}`;
  const own = count(text, new RegExp(letter, 'gu'));
  const besideLatin = count(text, new RegExp(`[A-Za-z]${letter}|${letter}[A-Za-z]`, 'gu'));
  return own * 2 >= count(text, /[^\0-\x7f]/g) && besideLatin * 5 <= own;
}

/**
 * Returns the lines with non-ASCII bytes as a sample. Prefers text between tags, because the tags themselves are ASCII.
 */
function sampleOf(page: Buffer, isHtml: boolean): Buffer {
  const source = page.toString('latin1', 0, searchedBytes);
  const text = source.replace(/<!--.*?(?:-->|$)|<(script|style)\b.*?(?:<\/\1\s*>|$)|<[^>]*>?/gis, ' ');
  const lines = linesBeyondAscii(isHtml ? text : source);
  return highBytes(lines) > 0 ? lines : linesBeyondAscii(source);
}

function linesBeyondAscii(source: string): Buffer {
  const lines = source.split(/[\r\n]+/).filter((line) => /[\x80-\xff]/.test(line));
  return Buffer.from(lines.join('\n'), 'latin1').subarray(0, sampleBytes);
}

/** Decodes bytes and drops a truncated last character. Undefined if the bytes are invalid in this encoding. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

const highBytes = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (byte > 127 ? sum + 1 : sum), 0);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
