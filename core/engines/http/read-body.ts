import { pipeline, Readable } from 'node:stream';
import { AppError } from '../../common/errors';
import { codingFor, codingsOf, isCodingError } from './content-codings';

/** Largest page, decoded. */
export const maxPageBytes = 50 * 1024 * 1024;

/** More codings on one body than anybody sends in earnest. */
const maxCodings = 4;

/** Coded bodies up to this size are decoded at once, which is faster than by streams … */
const smallCodedBytes = 64 * 1024;

/** … as long as they do not swell beyond this, which would hold up everything else. */
const smallDecodedBytes = 2 * 1024 * 1024;

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
  try {
    return await decode(counted(body, maxBytes), codings, maxBytes);
  } catch (error) {
    throw isCodingError(error) ? broken(`a body that is not valid ${headers.encoding}`, error) : error;
  }
}

async function decode(
  coded: AsyncGenerator<Buffer, void>,
  codings: readonly string[],
  maxBytes: number,
): Promise<Uint8Array> {
  const { start, ended } = await gather(coded, smallCodedBytes);
  if (start.length === 0) return start;
  const small = ended ? atOnce(start, codings) : undefined;
  if (small) return small;
  const decoders = codings.map((name, index) => codingFor(name, index === 0 ? start : undefined).stream());
  // A failure or an early end of one stream ends all of them.
  const source: Readable = Readable.from(joined(start, coded));
  const last = decoders.reduce<Readable>((from, to) => pipeline(from, to, () => undefined), source);
  return collect(last, maxBytes);
}

/** Decodes a small body; undefined when it swells too much for that. */
function atOnce(coded: Buffer, codings: readonly string[]): Buffer | undefined {
  try {
    return codings.reduce((bytes, name) => codingFor(name, bytes).atOnce(bytes, smallDecodedBytes), coded);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The first `enough` bytes of a body, or all of it. */
async function gather(source: AsyncGenerator<Buffer, void>, enough: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes <= enough) {
    const next = await source.next();
    if (next.done) return { start: Buffer.concat(chunks, bytes), ended: true };
    bytes += next.value.length;
    chunks.push(next.value);
  }
  return { start: Buffer.concat(chunks, bytes), ended: false };
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

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield start;
  yield* rest;
}

function tooLarge(maxBytes: number): AppError {
  const limit = `${Math.round(maxBytes / 1024 / 1024)} MB`;
  return new AppError('SCRAPE_TOO_LARGE', `The page is larger than ${limit} when decoded and was not read further.`);
}

function broken(what: string, cause?: unknown): AppError {
  return new AppError('SCRAPE_SITE_ERROR', `The site sent ${what}, so the page could not be read.`, { cause });
}
