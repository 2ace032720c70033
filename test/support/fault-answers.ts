import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

type Answer = (url: URL, request: IncomingMessage, response: ServerResponse) => void;

/** The page used in most responses. */
export const okPage = '<!doctype html><html><head><title>Fine</title></head><body><h1>All is well</h1></body></html>';

/** Returns a page of 400 kB that can hardly be compressed. */
export function largePage(): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length: 50_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state.toString(36).padStart(8, '0');
    }).join(''),
  );
}

/** A page of 10 MB that compresses to almost nothing. */
const swellPage = Buffer.alloc(10 * 1024 * 1024, ' ');

const html = 'text/html; charset=utf-8';
const megabyte = Buffer.alloc(1024 * 1024);

function page(
  response: ServerResponse,
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, { 'content-type': html, ...headers }).end(body);
}

function redirect(
  response: ServerResponse,
  location: string,
  status = 302,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { location, ...headers }).end();
}

/** Writes the same chunk repeatedly, as fast as the client reads. */
function pour(response: ServerResponse, chunk: Buffer, times: number): void {
  let left = times;
  const more = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
    response.end();
  };
  more();
}

/** Calls `write` every `everyMs` milliseconds until the client disconnects. */
function trickle(response: ServerResponse, write: () => unknown, everyMs: number): void {
  const timer = setInterval(write, everyMs);
  response.once('close', () => clearInterval(timer));
}

const encoders: Readonly<Record<string, (body: Buffer) => { body: Buffer; coding: string }>> = {
  gzip: (body) => ({ body: gzipSync(body), coding: 'gzip' }),
  'x-gzip': (body) => ({ body: gzipSync(body), coding: 'x-gzip' }),
  br: (body) => ({ body: brotliCompressSync(body), coding: 'br' }),
  zstd: (body) => ({ body: zstdCompressSync(body), coding: 'zstd' }),
  deflate: (body) => ({ body: deflateSync(body), coding: 'deflate' }),
  'deflate-raw': (body) => ({ body: deflateRawSync(body), coding: 'deflate' }),
  nested: (body) => ({ body: gzipSync(brotliCompressSync(body)), coding: 'br, gzip' }),
  deep: (body) => ({ body, coding: 'gzip, gzip, gzip, gzip, gzip, gzip' }),
  wrong: (body) => ({ body, coding: 'gzip' }),
  unknown: (body) => ({ body, coding: 'utf-8' }),
  truncated: (body) => ({ body: gzipSync(body).subarray(0, -6), coding: 'gzip' }),
  trailing: (body) => ({ body: Buffer.concat([gzipSync(body), Buffer.from('garbage')]), coding: 'gzip' }),
  damaged: (body) => {
    const bytes = gzipSync(body);
    const middle = bytes.length >> 1;
    bytes.fill(0xff, middle, middle + 64);
    return { body: bytes, coding: 'gzip' };
  },
  none: () => ({ body: Buffer.alloc(0), coding: 'gzip' }),
};

const bombs = new Map<string, Buffer>();

const bombMakers: Readonly<Record<string, () => Buffer>> = {
  // A gzip file can have several members. `/bomb/gzip` sends this one 1000 times, so 10 MB unpack to 10 GB.
  gzip: () => gzipSync(Buffer.alloc(10 * 1024 * 1024)),
  br: () => brotliCompressSync(zeros(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: () => zstdCompressSync(zeros(), { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  nested: () => gzipSync(bomb('br')),
};

const zeros = (): Buffer => Buffer.alloc(200 * 1024 * 1024);

/**
 * Returns compressed zeros. Each kind is compressed only once per process, because compression blocks the server and
 * the clients in the same process.
 */
function bomb(kind: string): Buffer {
  const made = bombs.get(kind) ?? bombMakers[kind]!();
  bombs.set(kind, made);
  return made;
}

/** Responses, keyed by the beginning of the path. The longest match wins. */
const answers: Readonly<Record<string, Answer>> = {
  '/ok': (_url, _request, response) => page(response, okPage),
  '/echo': (url, request, response) => {
    const seen = { path: url.pathname + url.search, headers: request.headers, method: request.method };
    page(response, JSON.stringify(seen), { 'content-type': 'application/json' });
  },
  '/encoded/': (url, _request, response) => {
    const plain = url.searchParams.has('large')
      ? largePage()
      : url.searchParams.has('swell')
        ? swellPage
        : Buffer.from(okPage);
    const { body, coding } = encoders[url.pathname.slice(9)]!(plain);
    page(response, body, { 'content-encoding': coding });
  },
  '/redirect/loop': (_url, _request, response) => redirect(response, '/redirect/loop-back'),
  '/redirect/loop-back': (_url, _request, response) => redirect(response, '/redirect/loop'),
  '/redirect/chain/': (url, _request, response) => {
    const left = Number(url.pathname.slice(16));
    if (left > 0) redirect(response, `/redirect/chain/${left - 1}`, 301);
    else page(response, okPage);
  },
  '/redirect/relative/deep': (_url, _request, response) => redirect(response, '../../ok?from=relative', 307),
  '/redirect/missing': (_url, _request, response) => void response.writeHead(302).end(),
  '/redirect/missing-with-page': (_url, _request, response) => page(response, okPage, {}, 302),
  '/redirect/invalid': (_url, _request, response) => redirect(response, 'http://[broken'),
  '/redirect/slow-body': (_url, _request, response) => {
    response.writeHead(302, { location: '/ok' }).flushHeaders();
    trickle(response, () => response.write('x'), 100);
  },
  '/redirect/to': (url, _request, response) =>
    redirect(response, url.searchParams.get('url') ?? '', Number(url.searchParams.get('status') ?? 302)),
  '/reset/header': (_url, _request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Ty', () => response.socket?.resetAndDestroy());
  },
  '/reset/body': (_url, _request, response) => {
    response.writeHead(200, { 'content-type': html, 'content-length': '5000' });
    response.write(okPage, () => response.socket?.resetAndDestroy());
  },
  '/slow/header': (_url, _request, response) => {
    const line = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';
    let at = 0;
    trickle(response, () => response.socket?.write(line[at++ % line.length] ?? ''), 100);
  },
  '/slow/body': (_url, _request, response) => {
    response.writeHead(200, { 'content-type': html }).flushHeaders();
    trickle(response, () => response.write('x'), 100);
  },
  '/silent': () => undefined,
  '/late': (url, _request, response) => {
    const timer = setTimeout(() => page(response, okPage), Number(url.searchParams.get('ms') ?? 100));
    response.once('close', () => clearTimeout(timer));
  },
  '/endless': (_url, _request, response) => {
    response.writeHead(200, { 'content-type': html });
    pour(response, Buffer.alloc(16_384, '<p>again</p>'), Number.POSITIVE_INFINITY);
  },
  '/bomb/gzip': (_url, _request, response) => {
    response.writeHead(200, { 'content-type': html, 'content-encoding': 'gzip' });
    pour(response, bomb('gzip'), 1000);
  },
  '/bomb/br': (_url, _request, response) => page(response, bomb('br'), { 'content-encoding': 'br' }),
  '/bomb/zstd': (_url, _request, response) => page(response, bomb('zstd'), { 'content-encoding': 'zstd' }),
  '/bomb/nested': (_url, _request, response) => page(response, bomb('nested'), { 'content-encoding': 'br, gzip' }),
  '/huge': (_url, _request, response) => {
    response.writeHead(200, { 'content-type': html, 'content-length': String(1024 ** 3) });
    pour(response, megabyte, 1024);
  },
  '/huge-chunked': (_url, _request, response) => {
    response.writeHead(200, { 'content-type': html });
    pour(response, megabyte, 1024);
  },
  '/length/short': (_url, _request, response) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 10\r\nConnection: close\r\n\r\n`;
    response.socket?.end(head + okPage);
  },
  '/length/long': (_url, _request, response) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\nConnection: close\r\n\r\n`;
    response.socket?.end(head + okPage);
  },
  '/length/kept': (_url, _request, response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n${okPage}`);
  },
  '/chunked/broken': (_url, _request, response) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';
    response.socket?.write(`${head}${okPage.length.toString(16)}\r\n${okPage}\r\n`);
    setTimeout(() => response.socket?.end('xyz\r\n'), 50);
  },
  '/chunked/closed': (_url, _request, response) => {
    response.writeHead(200, { 'content-type': html }).write(okPage, () => response.socket?.end());
  },
  '/not-http': (_url, _request, response) => void response.socket?.end('220 mail.example ESMTP\r\n'),
  '/empty': (_url, _request, response) => page(response, ''),
  '/no-type': (_url, _request, response) => void response.writeHead(200).end(okPage),
  '/binary': (_url, _request, response) =>
    page(response, Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 31) % 256)), {
      'content-type': 'application/octet-stream',
    }),
  '/media': (url, _request, response) => {
    response.writeHead(200, { 'content-type': url.searchParams.get('type') ?? 'video/mp4' });
    pour(response, megabyte, 1024);
  },
  '/status/': (url, _request, response) => {
    const status = Number(url.pathname.slice(8));
    page(response, status === 204 ? '' : `<h1>${status}</h1>`, status === 429 ? { 'retry-after': '1' } : {}, status);
  },
  '/nested-elements': (_url, _request, response) =>
    page(response, `${'<div>'.repeat(50_000)}deep down${'</div>'.repeat(50_000)}`),
  '/links': (_url, _request, response) =>
    page(response, Array.from({ length: 100_000 }, (_, index) => `<a href="/l/${index}">${index}</a>`).join('\n')),
  '/long-line': (_url, _request, response) => page(response, `<p>${'word '.repeat(2_000_000)}</p>`),
  '/charset/shift_jis': (_url, _request, response) =>
    page(
      response,
      Buffer.from('<title>\x93\xfa\x96\x7b\x8c\xea</title><p>\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd</p>', 'latin1'),
      {
        'content-type': 'text/html; charset=Shift_JIS',
      },
    ),
  '/charset/windows-1251': (_url, _request, response) =>
    page(response, Buffer.from('<meta charset="windows-1251"><title>\xcf\xf0\xe8\xe2\xe5\xf2</title>', 'latin1'), {
      'content-type': 'text/html',
    }),
  '/cookies/set': (_url, _request, response) =>
    void response
      .writeHead(302, { location: '/cookies/need', 'set-cookie': ['visit=1; Path=/', 'gone=1; Max-Age=0'] })
      .end(),
  '/cookies/need': (_url, request, response) => {
    if (request.headers.cookie?.includes('visit=1')) page(response, okPage, { 'x-cookies': request.headers.cookie });
    else redirect(response, '/cookies/set');
  },
  '/cookies/replace': (_url, request, response) => {
    if (request.headers.cookie === 'other=1; turn=2') page(response, okPage);
    else redirect(response, '/cookies/replace', 302, { 'set-cookie': 'turn=2' });
  },
  '/cookies/self': (_url, request, response) => {
    if (request.headers.cookie?.includes('seen=1')) page(response, okPage);
    else redirect(response, '/cookies/self', 302, { 'set-cookie': 'seen=1' });
  },
  '/basic': (_url, request, response) => {
    const wanted = `Basic ${Buffer.from('reader:secret').toString('base64')}`;
    if (request.headers.authorization === wanted) page(response, okPage);
    else page(response, '<h1>Who are you?</h1>', { 'www-authenticate': 'Basic realm="test"' }, 401);
  },
  '/refresh-header': (url, _request, response) => {
    page(response, okPage.replace('Fine', 'Wait'), { refresh: url.searchParams.get('value') ?? '' });
  },
  '/refresh': (url, _request, response) => {
    const content = `${url.searchParams.get('after') ?? 0}; url=${url.searchParams.get('to') ?? '/ok'}`;
    const tag = `<meta http-equiv="refresh" content="${content}">`;
    page(
      response,
      `<html><head>${url.searchParams.has('noscript') ? `<noscript>${tag}</noscript>` : tag}</head></html>`,
    );
  },
};

/** Responds to a request to the fault server. */
export const faultAnswers: Answer = (url, request, response) => {
  const fitting = Object.keys(answers).filter((path) => url.pathname.startsWith(path));
  const best = fitting.sort((left, right) => right.length - left.length)[0];
  if (best) answers[best]?.(url, request, response);
  else page(response, '<h1>Not here</h1>', {}, 404);
};
