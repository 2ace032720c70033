import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';

let engine: RunningTestEngine;
let siteUrl: string;
let proxied: string[];
let proxyAddress: string;
/** Number of requests that reached the site. */
let reached = 0;
const servers: ReturnType<typeof createServer>[] = [];

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  proxied = [];
  siteUrl = await listen(
    createServer((call, answer) => {
      reached += 1;
      const known = call.headers['x-through'] === 'proxy';
      const wary = call.url === '/walled' || (call.url === '/wary' && !known);
      answer.writeHead(wary ? 403 : 200, { 'content-type': 'text/html' });
      answer.end(
        `<p>${known ? 'You came through the proxy, as the wary site likes it.' : 'You came directly, which not all like.'}</p>`,
      );
    }),
  );
  const proxy = createServer((asked, answer) => {
    proxied.push(asked.url ?? '');
    const target = new URL(asked.url ?? '');
    const headers = { ...asked.headers, 'x-through': 'proxy' };
    const onward = request(
      { host: target.hostname, port: target.port, path: target.pathname, method: asked.method, headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    asked.pipe(onward);
  });
  proxy.on('connect', (asked, socket) => {
    proxied.push(`CONNECT ${asked.url}`);
    const [host, port] = (asked.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  const proxyUrl = await listen(proxy);
  proxyAddress = proxyUrl;
  engine = await startInProcess();
  const settings = { proxies: [{ plugin: 'static', tier: 'stealth', config: { url: proxyUrl } }] };
  expect((await engine.call('PATCH', '/local/settings', settings)).status).toBe(200);
});
afterAll(async () => {
  await engine.stop();
  for (const server of servers) server.close();
});

const scrape = (path: string, body: object = {}) =>
  engine.call('POST', '/v2/scrape', { url: siteUrl + path, maxAge: 0, ...body });

it('stores the URL of a proxy, which may contain a password, in the vault and not in the settings file', async () => {
  const file = await readFile(join(engine.dataDir, 'settings.json'), 'utf8');
  expect(file).toContain('vault:setting-');
  expect(file).not.toContain(new URL(proxyAddress).port);
  const shown = JSON.stringify((await engine.call('GET', '/local/settings')).body.settings);
  expect(shown).not.toContain(proxyAddress);
  const again = await engine.call('PATCH', '/local/settings', { proxies: JSON.parse(shown).proxies });
  expect(again.status).toBe(200);
});

it('auto connects directly if that works', async () => {
  const { body } = await scrape('/');
  expect(body.data.metadata).toMatchObject({ proxyUsed: 'basic', creditsUsed: 1 });
  expect(proxied).toEqual([]);
});

it('auto retries with stealth when a site refuses the direct request, for five credits', async () => {
  const { body } = await scrape('/wary');
  expect(body.data.metadata).toMatchObject({ statusCode: expect.any(Number), proxyUsed: 'stealth', creditsUsed: 5 });
  expect(proxied.length).toBeGreaterThan(0);
});

it('a refused stealth proxy is free', async () => {
  const { body } = await scrape('/walled');
  expect(body.data.metadata).toMatchObject({ statusCode: 403, proxyUsed: 'stealth', creditsUsed: 1 });
});

it('basic never uses stealth', async () => {
  const { body } = await scrape('/wary', { proxy: 'basic' });
  expect(body.data.metadata).toMatchObject({ statusCode: 403, proxyUsed: 'basic', creditsUsed: 1 });
});

it('stealth uses the proxy from the start, in both engines', async () => {
  const before = proxied.length;
  const plain = await scrape('/', { proxy: 'stealth' });
  expect(plain.body.data.metadata.proxyUsed).toBe('stealth');
  expect(proxied.length).toBeGreaterThan(before);
  const middle = proxied.length;
  const shot = await scrape('/', { proxy: 'stealth', formats: ['screenshot'] });
  expect(shot.body.data.metadata.proxyUsed).toBe('stealth');
  expect(proxied.length).toBeGreaterThan(middle);
});

it('fails without a direct connection when a proxy is unreachable', async () => {
  const settings = { proxies: [{ plugin: 'static', tier: 'stealth', config: { url: 'http://127.0.0.1:9' } }] };
  await engine.call('PATCH', '/local/settings', settings);
  const { status, body } = await scrape('/', { proxy: 'stealth' });
  expect([status, body.code]).toEqual([500, 'SCRAPE_PROXY_ERROR']);
});

it('auto keeps the direct response with a warning when the stealth proxy fails', async () => {
  const { body } = await scrape('/wary');
  expect(body.data.metadata).toMatchObject({ statusCode: 403, proxyUsed: 'basic', creditsUsed: 1 });
  expect(body.data.warning).toMatch(/stealth proxy did not help/);
});

it('refuses invalid settings and changes nothing', async () => {
  const wrong = await engine.call('PATCH', '/local/settings', { proxies: [{ plugin: 'nowhere' }] });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect((await engine.call('GET', '/local/settings')).body.settings.proxies[0].plugin).toBe('static');
});

it('stealth without a stealth proxy warns', async () => {
  await engine.call('PATCH', '/local/settings', { proxies: [] });
  const { body } = await scrape('/', { proxy: 'stealth' });
  expect(body.data.warning).toMatch(/No stealth proxy is configured/);
  expect(body.data.metadata).toMatchObject({ proxyUsed: 'basic', creditsUsed: 1 });
});

it('fetches robots.txt and sitemaps only through the proxy of the pages', async () => {
  const hosts = () => proxied.filter((asked) => asked.startsWith('CONNECT')).length;
  const before = hosts();
  await engine.call('PATCH', '/local/settings', { proxies: [{ plugin: 'static', config: { url: proxyAddress } }] });
  expect((await engine.call('POST', '/v2/map', { url: siteUrl })).status).toBe(200);
  expect(hosts()).toBeGreaterThan(before);
  const direct = reached;
  await engine.call('PATCH', '/local/settings', {
    proxies: [{ plugin: 'static', config: { url: 'http://127.0.0.1:9' } }],
  });
  await engine.call('POST', '/v2/map', { url: `${siteUrl}/elsewhere`, timeout: 10_000 });
  expect(reached).toBe(direct);
});
