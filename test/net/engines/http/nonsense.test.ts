import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UndiciEngine } from '../../../../core/net/engines/http/http-engine';
import { GuardedAddresses } from '../../../../core/net/politeness/guarded-addresses';
import { listen } from '../../../support/fault-server';
import { fetchPlan } from '../../../support/fetch-plan';

let state = 7;
const random = () => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return state / 2 ** 32;
};
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const statuses = [
  '200 OK',
  '301 Moved',
  '404 x',
  '999 odd',
  '204 No',
  '304 Not',
  '500 \x01',
  'abc',
  '100 C\r\n\r\nHTTP/1.1 200 OK',
];
const headers = [
  'Content-Type: text/html',
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'Content-Length: 5',
  'Content-Length: 99999',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Location: /a',
  'Location: \xff\xfe',
  'Location: //',
  'Set-Cookie: =;;;',
  'Set-Cookie: a=b; Domain=.',
  'Content-Type: ;;;',
  'X\x00: 1',
  ': novalue',
  'Upgrade: h2c',
];
const bodies = [
  Buffer.from('<p>x'),
  gzipSync('<p>hello'),
  Buffer.alloc(3000, 0xff),
  Buffer.from('5\r\nhello\r\n0\r\n\r\n'),
  Buffer.from('zz\r\n'),
  Buffer.alloc(0),
];

/** Returns a random response. Many of these responses are truncated. */
function nonsense(): Buffer {
  const lines = Array.from({ length: Math.floor(random() * 5) }, () => `${pick(headers)}\r\n`).join('');
  const head = `${pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'ICY'])} ${pick(statuses)}\r\n${lines}\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), pick(bodies)]);
  return random() < 0.3 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole;
}

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(nonsense());
      pick([() => socket.end(), () => socket.destroy(), () => socket.resetAndDestroy()])();
    });
  });
  port = await listen(server);
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

it('turns 400 nonsensical responses into a page or a site error, each in time', async () => {
  const engine = new UndiciEngine(new GuardedAddresses({ allowPrivateNetwork: true, allowedHosts: [] }));
  for (let round = 0; round < 400; round += 1) {
    const plan = fetchPlan(`http://127.0.0.1:${port}/${round}`);
    const end = await engine.fetch(plan, AbortSignal.timeout(3_000)).then(
      () => 'page',
      (error: { code: string }) => error.code,
    );
    expect(['page', 'SCRAPE_SITE_ERROR']).toContain(end);
  }
  await engine.close();
});
