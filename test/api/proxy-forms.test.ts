import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { startSocksServer } from '../support/socks-server';

let engine: RunningTestEngine;
let site: Server;
let siteUrl: string;
let proxy: Awaited<ReturnType<typeof startSocksServer>>;
const login = { user: 'me@home', password: 'p:ss/word' };

beforeAll(async () => {
  site = createServer(({ url }, answer) => {
    const [status, text] =
      url === '/ip' ? [200, '203.0.113.7\n'] : url === '/no' ? [403, 'no'] : [200, '<p>Hello there, reader.</p>'];
    answer.writeHead(status, { 'content-type': 'text/html' }).end(text);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  proxy = await startSocksServer(login);
  engine = await startInProcess();
});
afterAll(async () => {
  await engine.stop();
  site.close();
  await proxy.close();
});

const server = (more: object = {}) => ({ type: 'socks5', host: '127.0.0.1', port: proxy.port, ...login, ...more });
const trial = (path: string, config: object) =>
  engine.call('POST', '/local/proxies/test', { plugin: 'server', config, url: siteUrl + path });
const save = (...proxies: readonly object[]) => engine.call('PATCH', '/local/settings', { proxies });
const health = async () => (await engine.call('GET', '/local/proxies')).body.items;
const scrape = (path = '/') => engine.call('POST', '/v2/scrape', { url: siteUrl + path, maxAge: 0 });

it('tests an unsaved proxy, and reports its outgoing IP address', async () => {
  const { status, body } = await trial('/ip', server());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: true,
    statusCode: 200,
    outgoingAddress: '203.0.113.7',
    durationMs: expect.any(Number),
  });
  expect(proxy.asked.at(-1)).toBe(new URL(siteUrl).host);
});

it('explains a wrong password, a closed port and a site that blocks the proxy', async () => {
  expect((await trial('/', server({ password: 'wrong' }))).body).toMatchObject({
    ok: false,
    message: expect.stringMatching(/proxy/i),
  });
  const closed = (await trial('/', server({ port: 9 }))).body;
  expect(closed).toMatchObject({ ok: false, message: expect.stringContaining('127.0.0.1:9 could not be reached') });
  expect((await trial('/no', server())).body).toMatchObject({
    ok: false,
    statusCode: 403,
    message: expect.stringContaining('403'),
  });
});

it('refuses invalid fields at their path', async () => {
  const { status, body } = await save({ plugin: 'server', config: server({ host: 'http://proxy.example' }) });
  expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(body.details[0].path).toEqual(['proxies', 0, 'config', 'host']);
  expect((await trial('/', server({ port: 0 }))).status).toBe(400);
});

it('hides only the password, and sends it to no other host', async () => {
  await save({ name: 'Home', plugin: 'server', config: server() });
  const [kept] = (await engine.call('GET', '/local/settings')).body.settings.proxies;
  expect(kept).toMatchObject({
    name: 'Home',
    config: { host: '127.0.0.1', user: login.user, password: expect.stringMatching(/^vault:/) },
  });
  expect((await trial('/ip', kept.config)).body).toMatchObject({ ok: true });
  const elsewhere = await trial('/ip', { ...kept.config, host: 'localhost' });
  expect([elsewhere.status, elsewhere.body.error]).toEqual([400, expect.stringContaining('Enter `password` again')]);
});

it('derives health from pages, keeps it after renaming, and deletes it with the proxy', async () => {
  const [entry] = (await engine.call('GET', '/local/settings')).body.settings.proxies;
  expect((await scrape()).status).toBe(200);
  await scrape('/no');
  expect(await health()).toMatchObject([{ health: { ok: 1, blocked: 1, failed: 0, lastOutcome: 'blocked' } }]);
  await save({ ...entry, name: 'Office' });
  expect(await health()).toMatchObject([{ health: { ok: 1 } }]);
  await save({ plugin: 'server', config: server({ port: 9 }) });
  expect((await scrape()).body.code).toBe('SCRAPE_PROXY_ERROR');
  expect(await health()).toMatchObject([
    {
      health: {
        ok: 0,
        failed: expect.any(Number),
        lastOutcome: 'failed',
        lastError: expect.stringContaining('could not be reached'),
      },
    },
  ]);
});

it('skips a disabled proxy', async () => {
  await save({ plugin: 'server', enabled: false, config: server({ port: 9 }) });
  expect((await scrape()).status).toBe(200);
});
