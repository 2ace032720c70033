import { readFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { closeLocally, listenLocally } from '../support/local-server';
import { sharedTestEngine } from '../support/shared-engine';

vi.setConfig({ testTimeout: 60_000 });

/** Returns a page of a list that shows properties of the HTTP request. The list has two pages. */
const list = (headers: NodeJS.Dict<string | string[]>, url: string) => `<!doctype html><html><body><main><h1>Lamps</h1>
<ul><li class="card"><b class="agent">${/Mobile/.test(String(headers['user-agent'])) ? 'phone' : 'desktop'}</b><b class="language">${headers['accept-language']}</b>
<b class="own">${headers['x-own'] ?? ''}</b><b class="through">${headers['x-through'] ?? 'nobody'}</b><b class="cookie">${/user=ada/.test(String(headers.cookie ?? '')) ? 'ada' : ''}</b>
<b class="late"></b><b class="pressed"></b></li></ul><div id="onetrust-banner-sdk">We value your privacy</div>
<button id="press" onclick="document.querySelector('.pressed').textContent = 'yes'">Press</button>
${url === '/2' ? '' : '<a rel="next" href="/2">Next</a>'}</main><script>setTimeout(() => { document.querySelector('.late').textContent = 'here'; }, 1100);</script></body></html>`;
const names = ['agent', 'language', 'own', 'through', 'cookie', 'late', 'pressed'];
const fields = [
  ...names.map((name) => ({ name, type: 'text', sources: [{ selector: `.${name}` }] })),
  { name: 'banner', type: 'text', of: 'page', sources: [{ selector: '#onetrust-banner-sdk' }] },
];

let engine: TestEngine;
let url: string;
let secureUrl: string;
const site = createServer((request, response) => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (request.url === '/enter')
    response.writeHead(303, { location: '/', 'set-cookie': 'user=ada; HttpOnly; Path=/' }).end();
  else response.writeHead(200, html).end(list(request.headers, request.url ?? '/'));
});
const tls = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/tls', name));
const secure = createSecure({ key: tls('self-signed.key'), cert: tls('self-signed.pem') }, (request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(list(request.headers, '/2')),
);
/** A proxy that adds a header to forwarded requests. */
const proxy = createServer((asked, answer) => {
  const { hostname: host, port, pathname: path } = new URL(asked.url ?? '');
  const onward = ask({ host, port, path, headers: { ...asked.headers, 'x-through': 'proxy' } }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  asked.pipe(onward);
});
beforeAll(async () => {
  const [siteUrl, proxyUrl, started] = await Promise.all([
    listenLocally(site),
    listenLocally(proxy),
    sharedTestEngine(),
  ]);
  [url, engine] = [siteUrl, started];
  await new Promise<void>((resolve) => void secure.listen(0, '127.0.0.1', resolve));
  secureUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  await engine.call('PATCH', '/local/settings', {
    proxies: [{ plugin: 'static', tier: 'stealth', config: { url: proxyUrl } }],
  });
  const { id } = (await engine.call('POST', '/local/live', { url: `${url}/enter` })).body;
  await engine.call('PUT', '/local/profiles/mine', { live: id });
  await engine.call('DELETE', `/local/live/${id}`);
}, 60_000);
afterAll(async () => {
  await engine?.call('DELETE', '/local/profiles/mine');
  secure.close();
  await Promise.all([engine?.stop(), closeLocally(site), closeLocally(proxy)]);
});

/** Runs a table with the request body that the New table view sends for the given options. */
async function run(
  scrape: object,
  { from = url, ...more }: { from?: string; actions?: object[]; limit?: number } = {},
) {
  const recipe = {
    version: 1,
    name: 'lamps',
    pages: [`${from}/*`],
    records: { selector: 'li.card' },
    fields,
    next: 'a[rel=next]',
  };
  const body = { url: `${from}/`, limit: 100, ...more, recipe, scrapeOptions: { waitFor: 500, ...scrape } };
  const { id } = (await engine.call('POST', '/v2/table', body)).body;
  await untilEnded(engine, `/v2/table/${id}`);
  const { scrapeOptions } = (await engine.call('GET', `/local/jobs/${id}`)).body.request;
  return { scrapeOptions, table: (await engine.call('GET', `/v2/table/${id}`)).body };
}

it.concurrent.each([
  ['mobile', { mobile: true }, 'agent', ['phone', 'phone']],
  [
    'location',
    { location: { country: 'DE', languages: ['de-DE'] } },
    'language',
    expect.arrayContaining([expect.stringMatching(/^de-DE/)]),
  ],
  ['headers', { headers: { 'x-own': 'mine' } }, 'own', ['mine', 'mine']],
  ['waitFor', { waitFor: 1500 }, 'late', ['here', 'here']],
  ['proxy', { proxy: 'stealth' }, 'through', ['proxy', 'proxy']],
  ['profile', { profile: { name: 'mine' } }, 'cookie', ['ada', 'ada']],
  ['blockAds', { blockAds: false }, 'banner', ['We value your privacy', 'We value your privacy']],
])('applies the option %s of New table to all pages of the run', async (name, scrape, column, values) => {
  const { table, scrapeOptions } = await run(scrape);
  expect(table.data.map((row: Record<string, unknown>) => row[column])).toEqual(values);
  expect({ [name]: scrapeOptions[name] }).toMatchObject(scrape);
});

it.concurrent('applies no options by default; actions run once, and a limit holds', async () => {
  const { table } = await run({}, { actions: [{ type: 'click', selector: '#press' }] });
  const none = { agent: 'desktop', own: null, through: 'nobody', cookie: null, banner: null };
  expect(table.data).toMatchObject([
    { ...none, pressed: 'yes' },
    { ...none, pressed: null },
  ]);
  expect((await run({}, { limit: 1 })).table.data).toHaveLength(1);
});

it.concurrent('applies skipTlsVerification to the run', async () => {
  expect((await run({ skipTlsVerification: false }, { from: secureUrl })).table).toMatchObject({ status: 'failed' });
  expect((await run({ skipTlsVerification: true }, { from: secureUrl })).table.data).toHaveLength(1);
});
