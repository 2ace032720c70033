import { pipeline, Readable } from 'node:stream';
import { AppError } from '../../../common/errors';
import { codingFor, codingsOf, isCodingError } from './content-codings';

/** Maximum size of a decoded page, in bytes. */
export const maxPageBytes = 50 * 1024 * 1024;

/** Maximum number of content codings per body. Real sites use fewer. */
const maxCodings = 4;

/**
 * Maximum size of an encoded body that is decoded synchronously, in bytes. Decoding synchronously is faster than
 * streaming.
 */
const smallCodedBytes = 64 * 1024;

/**
 * Maximum size of the output when decoding synchronously, in bytes. A larger output would block the thread for too
 * long.
 */
const smallDecodedBytes = 2 * 1024 * 1024;

/** Maximum pause while receiving a body of known length, in ms. */
const maxPauseMs = 2_000;

/** A body and, if it was truncated, the reason. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly cutBy?: unknown;
}

/** Headers that determine how a body is read. */
export interface BodyHeaders {
  readonly encoding?: string;
  readonly length?: string;
}

/**
 * Reads a body into a buffer and decodes it. Stops as soon as the body is too large. If a body is cut off or damaged,
 * returns the readable part. Throws if no bytes were received.
 */
export async function readBody(body: Readable, headers: BodyHeaders, maxBytes = maxPageBytes): Promise<Body> {
  const codings = codingsOf(headers.encoding);
  if (codings.length > maxCodings) throw broken(`${codings.length} layers of compression`);
  const length = Number(headers.length ?? 0);
  if (length > maxBytes) throw tooLarge(maxBytes);
  const arrival = new Arrival(body, length > 0);
  const coded = counted(arrival.chunks(), maxBytes);
  if (codings.length === 0) return { bytes: (await collect(coded, maxBytes)).bytes, cutBy: arrival.cutBy };
  const { bytes, failure } = await decode(coded, codings, maxBytes);
  if (failure === undefined) return { bytes, cutBy: arrival.cutBy };
  if (!isCodingError(failure)) throw failure;
  const error = broken(`a body that is not valid ${headers.encoding}`, failure);
  if (bytes.length === 0) throw error;
  return { bytes, cutBy: arrival.cutBy ?? error };
}

/**
 * Receives a body. If the transfer is cut off, `cutBy` contains the reason, and the part received so far remains
 * available.
 */
class Arrival {
  cutBy: unknown;

  constructor(
    private readonly body: Readable,
    /**
     * True when the response has a Content-Length. The server then already has the complete body, so a long pause
     * indicates a failure.
     */
    private readonly isAnnounced: boolean,
  ) {}

  async *chunks(): AsyncGenerator<Buffer, void> {
    let begun = false;
    let timer: NodeJS.Timeout | undefined;
    const watch = () => {
      clearTimeout(timer);
      if (this.isAnnounced) timer = setTimeout(() => this.body.destroy(new BodyPaused()), maxPauseMs);
    };
    try {
      for await (const chunk of this.body) {
        clearTimeout(timer);
        begun = true;
        yield chunk;
        watch();
      }
    } catch (error) {
      if (!begun) throw error;
      this.cutBy = error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Thrown when a body with a Content-Length pauses for too long before its end. */
class BodyPaused extends Error {
  readonly code = 'UND_ERR_BODY_TIMEOUT';
}

/** Bytes read so far, and the error that ended the stream, if any. */
interface Collected {
  readonly bytes: Buffer;
  readonly failure?: unknown;
}

async function decode(
  coded: AsyncGenerator<Buffer, void>,
  codings: readonly string[],
  maxBytes: number,
): Promise<Collected> {
  const { start, ended } = await gather(coded, smallCodedBytes);
  if (start.length === 0) return { bytes: start };
  const small = ended ? whole(start, codings) : undefined;
  if (small) return small;
  const decoders = codings.map((name, index) => codingFor(name, index === 0 ? start : undefined).stream());
  // `pipeline` ends all of the streams if one of them fails or ends early.
  const source: Readable = Readable.from(joined(start, coded));
  const last = decoders.reduce<Readable>((from, to) => pipeline(from, to, () => undefined), source);
  return collect(last, maxBytes);
}

/**
 * Decodes a small body. If the body is damaged, decodes it up to the damage. Undefined when the output is too large to
 * decode synchronously.
 */
function whole(coded: Buffer, codings: readonly string[]): Collected | undefined {
  try {
    return { bytes: atOnce(coded, codings) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    if (!isCodingError(error)) throw error;
    return { bytes: beforeDamage(coded, codings), failure: error };
  }
}

const atOnce = (coded: Buffer, codings: readonly string[]): Buffer =>
  codings.reduce((bytes, name) => codingFor(name, bytes).atOnce(bytes, smallDecodedBytes), coded);

/** Decodes the longest possible prefix of a damaged body. */
function beforeDamage(coded: Buffer, codings: readonly string[]): Buffer {
  let decoded: Buffer = Buffer.alloc(0);
  let good = 0;
  let bad = coded.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      decoded = atOnce(coded.subarray(0, middle), codings);
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return decoded;
}

/** Reads the start of a body: at least `enough` bytes, or the entire body if it is shorter. */
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

/** Reads until the source ends or fails. Throws if the body is too large. */
async function collect(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Collected> {
  const chunks: Buffer[] = [];
  let failure: unknown;
  try {
    for await (const chunk of counted(source, maxBytes)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof AppError || (chunks.length === 0 && !isCodingError(error))) throw error;
    failure = error;
  }
  const [only] = chunks;
  return { bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks), failure };
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
  return new AppError(
    'SCRAPE_TOO_LARGE',
    `The page is larger than ${limit} after decompression, so the rest was not read.`,
  );
}

function broken(what: string, cause?: unknown): AppError {
  return new AppError('SCRAPE_SITE_ERROR', `The site sent ${what}, so the page could not be read.`, { cause });
}
