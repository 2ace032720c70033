import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedTestEngine();
});
afterAll(() => engine.stop());

const job = '/v2/crawl/019a0000-0000-7000-8000-000000000000';

/** Sends the lines of a raw HTTP request. Returns the status and body of the response. */
function send(...lines: string[]): Promise<{ status: number; body: unknown }> {
  const { port } = new URL(engine.url);
  const filled = lines.map((line) => line.replace('{host}', `127.0.0.1:${port}`));
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    socket.on('error', reject).on('close', () => {
      const body = /\{.*\}/s.exec(text.slice(text.indexOf('\r\n\r\n')))?.[0] ?? 'null';
      resolve({ status: Number(text.split(' ')[1]), body: JSON.parse(body) });
    });
    socket.end(`${[...filled, `Authorization: Bearer ${engine.key}`].join('\r\n')}\r\n\r\n`);
  });
}

const upgrade = (path: string, changes: Record<string, string | undefined> = {}) => {
  const headers = {
    Host: '{host}',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...changes,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return send(`GET ${path} HTTP/1.1`, ...lines);
};

const refused = (error: RegExp) => ({
  status: 400,
  body: { success: false, code: 'BAD_REQUEST', error: expect.stringMatching(error) },
});

describe('a malformed request gets 400 and JSON', () => {
  it('without a Host header, and with two', async () => {
    const close = 'Connection: close';
    expect(await send('GET /health HTTP/1.1', close)).toEqual(refused(/has no Host header/));
    expect(await send('GET /health HTTP/1.1', 'Host: {host}', 'Host: evil.example', close)).toEqual(
      refused(/has 2 Host/),
    );
    expect(await send('GET /health HTTP/1.1', 'Host: {host}', 'host: {host}', close)).toEqual(refused(/has 2 Host/));
  });

  it('with an unsupported expectation', async () => {
    expect(await send('GET /health HTTP/1.1', 'Host: {host}', 'Expect: banana')).toEqual(
      refused(/supports only `Expect: 100-continue`/),
    );
  });

  it.each([
    ['to another protocol', '/health', { Upgrade: 'h2c' }, /protocol `h2c` is not supported/],
    ['where no WebSocket is offered', '/health', {}, /does not support WebSockets/],
    ['without a key', job, { 'Sec-WebSocket-Key': undefined }, /Sec-WebSocket-Key/],
    ['with a key that is none', job, { 'Sec-WebSocket-Key': 'x' }, /Sec-WebSocket-Key/],
    ['of another version', job, { 'Sec-WebSocket-Version': '99' }, /Sec-WebSocket-Version/],
    ['with subprotocols that are none', job, { 'Sec-WebSocket-Protocol': 'a,,b@' }, /Sec-WebSocket-Protocol/],
    ['with the same subprotocol twice', job, { 'Sec-WebSocket-Protocol': 'a, a' }, /Sec-WebSocket-Protocol/],
  ])('with an upgrade %s', async (_, path, changes, error) => {
    expect(await upgrade(path, changes)).toEqual(refused(error));
  });

  it('but a well-formed one is served', async () => {
    expect(await send('GET /health HTTP/1.1', 'Host: {host}', 'Connection: close')).toEqual({
      status: 200,
      body: { status: 'ok' },
    });
  });
});
