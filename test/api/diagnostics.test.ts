import { afterAll, beforeAll, expect, it } from 'vitest';
import { openZip } from '../../core/contract/zip';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

let engine: TestEngine;
let site: FixtureSite;
const secrets = [
  'proxy-password-1',
  'token-in-path-2',
  'cookie-value-3',
  'login-pass-4',
  'host-note-5',
  'query-token-6',
];

beforeAll(async () => {
  [engine, site] = await Promise.all([startTestEngine(), startFixtureSite()]);
  await engine.call('PATCH', '/local/settings', {
    proxies: [
      {
        name: 'host-note-5',
        plugin: 'server',
        enabled: false,
        config: { host: 'proxy.example', port: 8080, user: 'me', password: secrets[0] },
      },
    ],
    sinks: [
      {
        plugin: 'http',
        config: { url: `https://hooks.example/services/${secrets[1]}`, headers: { authorization: secrets[3] } },
      },
    ],
  });
  await engine.call('POST', '/v2/scrape', {
    url: `${site.url}/article?access_token=${secrets[5]}`,
    headers: { cookie: `a=${secrets[2]}` },
  });
  await engine.call('POST', '/v2/scrape', { url: `http://me:${secrets[3]}@127.0.0.1:9/gone` });
});
afterAll(async () => {
  await engine.stop();
  await site.close();
});

it('archives versions, settings, plugins, health and the log, without secrets, credentials, cookies or page content', async () => {
  const answer = await fetch(`${engine.url}/local/diagnostics`, { headers: { authorization: `Bearer ${engine.key}` } });
  expect(answer.headers.get('content-disposition')).toMatch(/gleaner-diagnostics-[\d-]+\.zip/);
  const zip = openZip(new Uint8Array(await answer.arrayBuffer()))!;
  const names = ['versions.json', 'settings.json', 'plugins.json', 'health.json', 'log.txt'];
  expect(zip.names).toEqual(names);
  const texts = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await zip.text(name)) ?? ''] as const)),
  );
  expect(JSON.parse(texts['versions.json']!)).toMatchObject({
    gleaner: expect.any(String),
    node: process.versions.node,
  });
  expect(JSON.parse(texts['settings.json']!)).toMatchObject({
    port: expect.any(Number),
    proxies: [{ plugin: 'server', config: { port: 8080 } }],
    sinks: [{ plugin: 'http', config: { url: 'https://hooks.example/…' } }],
  });
  expect(JSON.parse(texts['plugins.json']!)).toContainEqual({ kind: 'format', id: 'markdown', builtIn: true });
  expect(JSON.parse(texts['health.json']!)).toMatchObject({ jobs: expect.any(Object), storage: expect.any(Array) });
  const all = Object.values(texts).join('\n');
  for (const secret of [...secrets, engine.key, 'Ships come and go'])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
});

it('names and tests the browser in use, and reports a path without one', async () => {
  const { items } = (await engine.call('GET', '/local/browsers')).body;
  expect(items[0]).toMatchObject({ isUsed: true, path: expect.any(String) });
  const { body } = await engine.call('POST', '/local/browsers/test', { path: items[0].path });
  expect(body).toMatchObject({ ok: true, version: expect.stringMatching(/Chrom/), durationMs: expect.any(Number) });
  expect((await engine.call('POST', '/local/browsers/test', { path: '/nope' })).body).toMatchObject({
    ok: false,
    message: expect.stringContaining('/nope'),
  });
  expect((await engine.call('POST', '/local/browsers/test', { path: '/bin/true' })).body).toMatchObject({
    ok: false,
    message: expect.stringContaining('could not be started'),
  });
});

it('refuses a new browser path from a stored API key, but accepts the current one', async () => {
  const { key } = (await engine.call('POST', '/local/keys', { name: 'script' })).body;
  const as = { authorization: `Bearer ${key}` };
  const chosen = await engine.call('PATCH', '/local/settings', { browserPath: '/bin/true' }, as);
  expect([chosen.status, chosen.body.code]).toEqual([403, 'FORBIDDEN_KEY']);
  const { settings } = (await engine.call('GET', '/local/settings')).body;
  const { browserPath, concurrency } = settings;
  expect((await engine.call('PATCH', '/local/settings', { browserPath, concurrency }, as)).status).toBe(200);
});
