import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';

let engine: TestEngine;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([startTestEngine(), startFixtureSite()]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

interface Heard {
  readonly protocol: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages of every type are looked into
  readonly messages: any[];
  readonly code: number;
  readonly reason: string;
}

/** Collects the messages of a socket until it closes. */
function listen(path: string, protocol: string | undefined = engine.key): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = new WebSocket(engine.url.replace('http', 'ws') + path, protocol === '' ? undefined : protocol);
    const messages: unknown[] = [];
    let echoed = '';
    socket.addEventListener('open', () => (echoed = socket.protocol));
    socket.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))));
    socket.addEventListener('close', ({ code, reason }) => resolve({ protocol: echoed, messages, code, reason }));
  });
}

async function batch(paths: readonly string[]): Promise<string> {
  const urls = paths.map((path) => site.url + path);
  return (await engine.call('POST', '/v2/batch/scrape', { urls, maxAge: 0 })).body.id;
}

const unknown = '0190f5f0-0000-7000-8000-000000000000';

describe('live status of a job', () => {
  it.each(['/v2/batch/scrape', '/v2/crawl', '/v1/crawl', '/v1/batch/scrape'])(
    'on %s catches up, sends each document, and closes with 1000 and a final reason',
    async (path) => {
      const heard = await listen(`${path}/${await batch(['/article', '/form'])}`);
      expect(heard.protocol).toBe(engine.key);
      const [first, ...rest] = heard.messages;
      expect(first).toMatchObject({ type: 'catchup', data: { success: true, data: expect.any(Array) } });
      expect(rest.every(({ type }) => type === 'document')).toBe(true);
      expect(first.data.data.length + rest.length).toBe(2);
      expect([heard.code, JSON.parse(heard.reason)]).toEqual([1000, { type: 'done' }]);
    },
  );

  it('of a finished job is one catch-up with the final status', async () => {
    const id = await batch(['/article']);
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    const { messages, code } = await listen(`/v2/crawl/${id}`);
    expect(messages).toMatchObject([{ type: 'catchup', data: { status: 'completed', completed: 1, total: 1 } }]);
    expect(code).toBe(1000);
  });

  it.each([unknown, 'no-uuid', 'x'.repeat(100)])(
    'of the unknown job %s is closed with 1008 and an error',
    async (id) => {
      const { code, reason, messages } = await listen(`/v2/crawl/${id}`);
      expect([code, JSON.parse(reason)]).toEqual([1008, { type: 'error', error: expect.any(String) }]);
      expect(messages).toEqual([]);
    },
  );

  it('with a wrong key is closed with 3000 and no data', async () => {
    const { code, reason, messages, protocol } = await listen(`/v2/crawl/${await batch(['/article'])}`, 'wrong-key');
    expect([code, JSON.parse(reason)]).toEqual([3000, { type: 'error', error: 'Unauthorized: Invalid token' }]);
    expect([messages, protocol]).toEqual([[], 'wrong-key']);
  });

  it('without a key is not opened', async () => {
    expect((await listen(`/v2/crawl/${unknown}`, '')).code).toBe(1006);
  });

  it('requires a key for a request that only claims to be a WebSocket', async () => {
    const headers = { upgrade: 'websocket', 'sec-websocket-protocol': 'wrong-key', authorization: '' };
    const text = await rawRequest(`/v2/crawl/${unknown}`, headers);
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a client that never reads', () => {
  it('is sent a bounded amount, and affects nobody else', async () => {
    site.put('/large', `<main><h1>Large</h1><p>${'large words in a row '.repeat(60_000)}</p></main>`);
    const id = await batch(Array.from({ length: 16 }, () => '/large'));
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    const { port } = new URL(engine.url);
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), '127.0.0.1').pause();
      socket.write(
        `GET /v2/crawl/${id} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ${engine.key}\r\n\r\n`,
      );
      return socket;
    });
    for (let round = 0; round < 50; round++) expect((await engine.call('GET', '/health')).status).toBe(200);
    const residentBytes = Number(/(\d+)/.exec(await memoryOf(engine.process.pid ?? 0))?.[1]) * 1024;
    for (const socket of sockets) socket.destroy();
    expect(residentBytes).toBeLessThan(1200 * 1024 * 1024);
  });
});

async function memoryOf(pid: number): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return /VmRSS:\s+(.*)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
}

/** Sends a raw HTTP request. Resolves with the first chunk of the response. */
function rawRequest(path: string, headers: Record<string, string>): Promise<string> {
  const { port, host } = new URL(engine.url);
  return new Promise((resolve, reject) => {
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    );
    socket.once('data', (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('malformed HTTP', () => {
  it.each([
    ['two lengths', { 'content-length': '5', 'transfer-encoding': 'chunked' }],
    ['a broken length', { 'content-length': '5, 6' }],
    ['a header with a bare line feed', { 'x-a': 'b\nx-injected: c\r' }],
    ['an endless header', { 'x-a': 'x'.repeat(100_000) }],
    ['an unknown transfer coding', { 'transfer-encoding': 'xchunked' }],
  ])('refuses %s with the common error form', async (_name, headers) => {
    const text = await rawRequest('/health', headers as unknown as Record<string, string>);
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ success: false, code: 'BAD_REQUEST' });
  });
});
