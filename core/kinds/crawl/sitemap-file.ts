import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type SitemapItem, SitemapParser } from './sitemap-parser';

/** Response to a file request, after redirects. */
export interface FileAnswer {
  readonly status: number;
  /** Final URL. */
  readonly url: string;
  readonly contentType?: string;
  /** Body stream with any Content-Encoding decoded. Ending the iteration early aborts the transfer. */
  readonly body: AsyncIterable<Uint8Array>;
}

interface FileOptions {
  readonly signal: AbortSignal;
  /** Headers to send to the origin of the URL. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the error for a URL or redirect target that must not be requested. */
  readonly refusalOf?: (url: string) => Error | undefined;
}

/** Streams a file. Rejects if there is no response. Implementations must check every hop with the address guard. */
export type FetchFile = (url: string, options: FileOptions) => Promise<FileAnswer>;

/** Limits for one sitemap file. */
export interface SitemapFileLimits {
  readonly maxUrls: number;
  /** Maximum size in bytes, applied to both the compressed and the decompressed file. */
  readonly maxBytes: number;
}

/** Truncates a stream after a given number of bytes. */
async function* cutAt(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  for await (const piece of pieces) {
    yield left < piece.length ? piece.subarray(0, left) : piece;
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** Decompresses a stream that starts with the gzip signature, regardless of the file's name and headers. */
async function* unpacked(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await pieces.next();
  if (first.done) return;
  const whole = prepend(first.value, pieces);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* whole;
  const source = Readable.from(whole);
  const gunzip = createGunzip();
  // If the end of the file is corrupt, the data before it is still used.
  source.on('error', () => gunzip.end());
  try {
    yield* source.pipe(gunzip) as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    if (!String((thrown as NodeJS.ErrnoException).code).startsWith('Z_')) throw thrown;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* prepend(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/**
 * Returns a decoder for the charset declared by the byte order mark, the Content-Type header or the XML declaration.
 * Defaults to UTF-8.
 */
function decoderFor(first: Uint8Array, contentType: string | undefined): TextDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le');
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be');
  const head = new TextDecoder('latin1').decode(first.subarray(0, 200));
  const label =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType ?? '')?.[1] ??
    /^\s*<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Streams the entries in a sitemap. Holds only one chunk in memory, regardless of the file size. */
export async function* readSitemapFile(answer: FileAnswer, limits: SitemapFileLimits): AsyncGenerator<SitemapItem> {
  const parser = new SitemapParser();
  let decoder: TextDecoder | undefined;
  const left = { page: limits.maxUrls, sitemap: limits.maxUrls, alternate: limits.maxUrls };
  const pieces = cutAt(unpacked(cutAt(answer.body, limits.maxBytes)), limits.maxBytes);
  for await (const piece of pieces) {
    decoder ??= decoderFor(piece, answer.contentType);
    for (const item of parser.push(decoder.decode(piece, { stream: true }))) if (left[item.kind]-- > 0) yield item;
    if (parser.isForeign || left.page <= 0) return;
  }
  for (const item of [...parser.push(decoder?.decode() ?? ''), ...parser.end()]) if (left[item.kind]-- > 0) yield item;
}
