import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newerVersion } from '../../../src-main/desktop/update-check';

let server: Server;
let answer: string;
let status = 200;
let address: string;

beforeAll(async () => {
  server = createServer((request, reply) => {
    if (request.url === '/moved') reply.writeHead(302, { location: '/' }).end();
    else reply.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

const ask = (current: string, at = address) => newerVersion({ address: at, current, fetch });
const page = 'https://example.com/gleaner';

describe('the update check', () => {
  it.each([
    ['0.1.0', '0.2.0', true],
    ['0.9.0', '0.10.0', true],
    ['0.2.0', '0.2.0', false],
    ['1.0.0', '0.9.9', false],
    ['1.0.0', '1.0.0-beta.1', false],
  ])('running %s, newest %s: newer is %s', async (current, version, isNewer) => {
    answer = JSON.stringify({ version, url: page });
    expect(await ask(current)).toEqual(isNewer ? { version, url: page } : undefined);
  });

  it.each([
    'no JSON',
    '[]',
    JSON.stringify({ version: 'newest', url: page }),
    JSON.stringify({ version: '9.0.0', url: 'javascript:alert(1)' }),
    JSON.stringify({ version: '9.0.0', url: 'http://example.com/' }),
    JSON.stringify({ version: '9.0.0', url: 'https://user@example.com/' }),
    JSON.stringify({ version: '9.0.0', url: page, notes: 'x'.repeat(70_000) }),
  ])('refuses the response %.60s', async (text) => {
    answer = text;
    await expect(ask('0.1.0')).rejects.toThrow('did not return a version');
  });

  it('reports a URL that fails, redirects elsewhere, is insecure or is not set', async () => {
    answer = JSON.stringify({ version: '9.0.0', url: page });
    status = 500;
    await expect(ask('0.1.0')).rejects.toThrow('did not return a version');
    status = 200;
    await expect(ask('0.1.0', `${address}moved`)).rejects.toThrow();
    await expect(ask('0.1.0', 'http://example.com/')).rejects.toThrow('must start with https://');
    await expect(ask('0.1.0', '')).rejects.toThrow('No update address is set');
  });
});
