import { pipeline, Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { AppError } from '../../common/errors';

/** Largest page, decoded. */
export const maxPageBytes = 50 * 1024 * 1024;

/** More codings on one body than anybody sends in earnest. */
const maxCodings = 4;

/** Bodies that end early are shown as far as they came, as browsers do. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

/** Header values that say how a body is to be read. */
export interface BodyHeaders {
  readonly encoding?: string;
  readonly length?: string;
}

/** Reads a body into one buffer, undoing its content codings and stopping as soon as it is too large. */
export async function readBody(body: Readable, headers: BodyHeaders, maxBytes = maxPageBytes): Promise<Uint8Array> {
  const codings = codingsOf(headers.encoding);
  if (codings.length > maxCodings) throw broken(`${codings.length} layers of compression`);
  if (Number(headers.length ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (codings.length === 0) return collect(body, maxBytes);
  const chunks = counted(body, maxBytes);
  const first = await chunks.next();
  if (first.done) return Buffer.alloc(0);
  const decoders = codings.map((coding, index) => decoderFor(coding, index === 0 ? first.value : undefined));
  // A failure or an early end of one stream ends all of them.
  const source: Readable = Readable.from(withFirst(first.value, chunks));
  const last = decoders.reduce<Readable>((from, to) => pipeline(from, to, () => undefined), source);
  try {
    return await collect(last, maxBytes);
  } catch (error) {
    throw isDecoderError(error) ? broken(`a body that is not valid ${headers.encoding}`, error) : error;
  }
}

async function collect(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of counted(source, maxBytes)) {
    bytes += chunk.length;
    chunks.push(chunk);
  }
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, bytes);
}

async function* counted(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield first;
  yield* rest;
}

/** The codings to undo, in that order; unknown names are ignored, as browsers do. */
function codingsOf(header: string | undefined): readonly string[] {
  if (!header) return [];
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => /^(x-)?gzip$|^deflate$|^br$|^zstd$/.test(name)).reverse();
}

function decoderFor(coding: string, first: Buffer | undefined): Transform {
  if (coding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  if (coding === 'zstd') return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush });
  if (coding !== 'deflate') return createGunzip(lenient);
  // "deflate" means zlib, but some servers send it bare; a zlib stream starts with method 8.
  const bare = first !== undefined && ((first[0] ?? 0) & 0x0f) !== 8;
  return bare ? createInflateRaw(lenient) : createInflate(lenient);
}

function isDecoderError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR__|ERR_BROTLI|ZSTD_)/.test(String(error.code));
}

function tooLarge(maxBytes: number): AppError {
  const limit = `${Math.round(maxBytes / 1024 / 1024)} MB`;
  return new AppError('SCRAPE_TOO_LARGE', `The page is larger than ${limit} when decoded and was not read further.`);
}

function broken(what: string, cause?: unknown): AppError {
  return new AppError('SCRAPE_SITE_ERROR', `The site sent ${what}, so the page could not be read.`, { cause });
}
