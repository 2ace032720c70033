import { Duplex, Readable } from 'node:stream';

/** Maximum total size of the status line and headers, in bytes. */
const maxHeadBytes = 65_536;
/** Maximum length of a chunk-size line, in bytes. */
const maxSizeLineBytes = 4096;
/** Matches headers that apply only to this connection. They are dropped, because the body is reframed. */
const framing = /^(?:connection|keep-alive|transfer-encoding|content-length|trailer|upgrade)$/i;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: servers send them, and no header may have them
const controls = /[\0-\x08\x0a-\x1f\x7f]/g;

/** Thrown for a response that even browsers cannot parse. */
class UnreadableAnswer extends Error {
  readonly code = 'HPE_UNREADABLE';
}

class ConnectionEnded extends Error {
  readonly code = 'UND_ERR_SOCKET';
}

class HeadTooLarge extends Error {
  readonly code = 'UND_ERR_HEADERS_OVERFLOW';
}

/**
 * Parses responses as browsers do (RFC 9112, sections 2.2 and 5 to 7) and re-emits them as strict HTTP/1.1. Tolerates
 * bare line feeds, folded headers, control characters, invalid header lines, repeated identical Content-Length values,
 * and Content-Length together with chunked encoding. Supports only one request per connection. Does not support HEAD
 * requests.
 */
export function readLeniently(socket: Duplex): Duplex {
  const readable = Readable.from(strictAnswer(new Bytes(socket)), { objectMode: false });
  const duplex = Duplex.from({ readable, writable: socket });
  duplex.once('close', () => socket.destroy());
  return duplex;
}

async function* strictAnswer(bytes: Bytes): AsyncGenerator<Buffer> {
  const { status, reason, headers } = await readHead(bytes);
  const kept = headers.filter(([name]) => !framing.test(name));
  const body = bodyOf(status, headers);
  const lines = [...kept, ...body.headers, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  yield Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`, 'latin1');
  yield* body.read(bytes);
}

type Header = readonly [name: string, value: string];

interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
}

/** Reads the status line and headers of the final response. Skips interim responses. */
async function readHead(bytes: Bytes): Promise<Head> {
  for (let left = maxHeadBytes; ; ) {
    const next = async () => {
      const line = await bytes.line(left);
      left -= line.length + 1;
      return line;
    };
    let first = await next();
    while (first === '') first = await next();
    const [, code = '', reason = ''] = /^HTTP\/\d+(?:\.\d+)?[ \t]+(\d{3})(?!\d)(.*)$/i.exec(first) ?? [];
    const status = Number(code);
    if (status < 100 || status === 101) throw new UnreadableAnswer('The response has no status line.');
    const lines: string[] = [];
    for (let line = await next(); line !== ''; line = await next()) lines.push(line);
    if (status >= 200) return { status, reason: reason.trim().replace(controls, ''), headers: headersOf(lines) };
  }
}

/** Parses header lines: joins folded lines and skips invalid ones. */
function headersOf(lines: readonly string[]): readonly Header[] {
  const unfolded = lines.join('\n').replace(/(?<![ \t])[ \t]*\n[ \t]+/g, ' ');
  return unfolded.split('\n').flatMap((line): Header[] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    return token.test(name)
      ? [
          [
            name,
            line
              .slice(colon + 1)
              .replace(controls, '')
              .trim(),
          ],
        ]
      : [];
  });
}

interface AnswerBody {
  /** Headers that describe how the body is framed. */
  readonly headers: readonly Header[];
  readonly read: (bytes: Bytes) => AsyncGenerator<Buffer>;
}

/**
 * Determines where a body ends. Chunked encoding takes precedence over Content-Length, and a non-numeric
 * Content-Length is ignored.
 */
function bodyOf(status: number, headers: readonly Header[]): AnswerBody {
  const all = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).flatMap(([, value]) => value.split(',').map(trimmed));
  if (status === 204 || status === 304) return { headers: [], read: nothing };
  if (all('transfer-encoding').some((coding) => coding.toLowerCase() === 'chunked')) {
    return { headers: [['Transfer-Encoding', 'chunked']], read: chunks };
  }
  const lengths = new Set(all('content-length'));
  if (lengths.size > 1) throw new UnreadableAnswer('The response has conflicting Content-Length values.');
  const [length = ''] = lengths;
  if (!/^\d{1,15}$/.test(length)) return { headers: [], read: (bytes) => bytes.rest() };
  return { headers: [['Content-Length', length]], read: (bytes) => bytes.some(Number(length)) };
}

const trimmed = (text: string): string => text.trim();

async function* nothing(): AsyncGenerator<Buffer> {}

/** Yields the chunks of a body as they arrive, with normalized framing and without trailers. */
async function* chunks(bytes: Bytes): AsyncGenerator<Buffer> {
  for (;;) {
    const line = await bytes.line(maxSizeLineBytes);
    const digits = /^([0-9a-f]{1,8})[ \t]*(?:;|$)/i.exec(line)?.[1];
    if (digits === undefined) throw new UnreadableAnswer('A chunk has no valid size.');
    const size = Number.parseInt(digits, 16);
    if (size === 0) return yield Buffer.from('0\r\n\r\n');
    yield Buffer.from(`${digits}\r\n`);
    yield* bytes.some(size);
    yield Buffer.from('\r\n');
    await bytes.line(maxSizeLineBytes);
  }
}

/** Reads from a connection line by line or by byte count. */
class Bytes {
  #ahead: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /**
   * Returns the next line as Latin-1 without its line break. Throws if the line exceeds `maxBytes` or the connection
   * ends first.
   */
  async line(maxBytes: number): Promise<string> {
    let end = this.#ahead.indexOf(0x0a);
    while (end < 0 && this.#ahead.length <= maxBytes) {
      const more = await this.#arrived();
      if (!more && this.#ahead.length === 0) throw new ConnectionEnded('The connection closed.');
      this.#ahead = Buffer.concat([this.#ahead, more ?? Buffer.from('\n')]);
      end = this.#ahead.indexOf(0x0a);
    }
    if (end < 0 || end > maxBytes) throw new HeadTooLarge('Too many header bytes.');
    const line = this.#ahead.toString('latin1', 0, end);
    this.#ahead = this.#ahead.subarray(end + 1);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** Yields the next `count` bytes, or fewer if the connection ends first. */
  async *some(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const piece = this.#ahead.length > 0 ? this.#ahead : await this.#arrived();
      if (!piece) return;
      this.#ahead = piece.subarray(left);
      left -= piece.length;
      yield left < 0 ? piece.subarray(0, left) : piece;
    }
  }

  /** Yields all bytes up to the end of the connection. */
  rest(): AsyncGenerator<Buffer> {
    return this.some(Number.MAX_SAFE_INTEGER);
  }

  async #arrived(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#source.next();
      return done ? undefined : value;
    } catch (cause) {
      // A reset in the middle of a body must not count as the end of the body.
      throw new ConnectionEnded('The connection broke.', { cause });
    }
  }
}
