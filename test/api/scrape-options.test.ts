import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesIn } from '../support/bytes-in';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: FixtureSite;
let client: Firecrawl;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
  client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    ({ status, code }: { status: number; code: string }) => [status, code],
  );

describe('the cache', () => {
  it('is the only source with lockdown, and no request leaves', async () => {
    const url = `${site.url}/article?lockdown`;
    expect(await codeOf(client.scrape(url, { lockdown: true }))).toEqual([404, 'SCRAPE_LOCKDOWN_CACHE_MISS']);
    expect(await codeOf(client.scrape('http://unknown.invalid/', { lockdown: true }))).toEqual([
      404,
      'SCRAPE_LOCKDOWN_CACHE_MISS',
    ]);
    expect(site.hits('/article')).toBe(0);
    await client.scrape(url);
    const copy = await client.scrape(url, { lockdown: true, formats: ['markdown', 'summary'] });
    expect(copy.metadata).toMatchObject({ cacheState: 'hit', statusCode: 200 });
    expect(await codeOf(client.scrape(url, { lockdown: true, waitFor: 5 }))).toEqual([
      404,
      'SCRAPE_LOCKDOWN_CACHE_MISS',
    ]);
    expect(site.hits('/article')).toBe(1);
    const kept = await engine.call('GET', `/v2/scrape/${copy.metadata?.scrapeId}`);
    expect(kept.status).toBe(404);
  });

  it('gives no copy younger than minAge', async () => {
    const url = `${site.url}/?min-age`;
    await client.scrape(url);
    expect((await client.scrape(url, { minAge: 60_000 })).metadata?.cacheState).toBe('miss');
    expect((await client.scrape(url, { minAge: 0 })).metadata?.cacheState).toBe('hit');
  });
});

it('blocks hosts by the lists of threatProtection, also after a redirect', async () => {
  const elsewhere = site.url.replace('127.0.0.1', 'localhost');
  site.put('/away', '', { location: `${elsewhere}/article` }, 302);
  const threatProtection = { mode: 'manual-only' as const, blacklist: ['localhost'] };
  const blocked = [403, 'SCRAPE_HOST_BLOCKED'];
  expect(await codeOf(client.scrape(`${elsewhere}/form`, { threatProtection }))).toEqual(blocked);
  expect(site.hits('/form')).toBe(0);
  expect(await codeOf(client.scrape(`${site.url}/away`, { threatProtection, maxAge: 0 }))).toEqual(blocked);
  expect((await client.scrape(`${site.url}/article`, { threatProtection })).markdown).toContain('Ships');
  expect(await codeOf(client.scrape(site.url, { threatProtection: { mode: 'normal' } }))).toEqual([400, 'BAD_REQUEST']);
});

it('accepts options of the public service that need nothing here, and says which have no effect', async () => {
  const read = await client.scrape(`${site.url}/article`, {
    fastMode: true,
    integration: 'test',
    auditMetadata: { username: 'ada' },
    toolDetail: 'compact',
    domainTools: true,
  });
  expect(read.warning).toContain('no catalogue of tools');
  expect((await client.scrape(`${site.url}/article`, { domainTools: false })).warning).toBeUndefined();
  const enhanced = await client.scrape(`${site.url}/article`, { proxy: 'enhanced' });
  expect(enhanced.warning).toContain('No stealth proxy is configured');
});

it('fetches through the proxy of a request, and neither stores nor logs it', async () => {
  const seen: string[] = [];
  const proxy = createServer((asked, answer) => {
    seen.push(asked.headers['proxy-authorization'] ?? '');
    const { 'proxy-authorization': _, ...headers } = asked.headers;
    asked.pipe(
      request(asked.url ?? '', { method: asked.method, headers }, (found) => {
        answer.writeHead(found.statusCode ?? 500, found.headers);
        found.pipe(answer);
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const own = `http://ada:tr0ub4dor-x@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const read = await client.scrape(`${site.url}/article`, { proxy: own });
  expect(read.markdown).toContain('Ships');
  expect(seen).toEqual([`Basic ${Buffer.from('ada:tr0ub4dor-x').toString('base64')}`]);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  const gone = await engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, proxy: own });
  expect(gone).toMatchObject({ status: 500, body: { code: 'SCRAPE_PROXY_ERROR' } });
  expect(JSON.stringify(gone.body)).not.toContain('tr0ub4dor');
  expect(await codeOf(client.startBatchScrape([site.url], { options: { proxy: own } }))).toEqual([400, 'BAD_REQUEST']);
  const history = (await engine.call('GET', '/local/history?limit=5')).body;
  expect(JSON.stringify(history)).not.toContain('tr0ub4dor');
  expect(bytesIn(engine.dataDir).includes('tr0ub4dor')).toBe(false);
  for (const bad of ['ftp://h', 'fast'])
    expect((await engine.call('POST', '/v2/scrape', { url: site.url, proxy: bad })).status).toBe(400);
});

it('starts an empty profile for an unknown name and keeps what the site stores', async () => {
  site.put('/enter', '<h1>In</h1><p>Welcome to the members of the harbour.</p>', {
    'set-cookie': 'member=ada; Max-Age=3600',
  });
  const used = (name: string, saveChanges?: boolean) =>
    client.scrape(`${site.url}/enter`, { profile: { name, ...(saveChanges === undefined ? {} : { saveChanges }) } });
  expect((await used('new one')).warning).toContain('There was no login "new one"; an empty one was started.');
  expect((await used('new one')).warning).toBeUndefined();
  expect(site.lastHeaders('/enter').cookie).toBe('member=ada');
  expect((await used('passing', false)).warning).toContain('not kept');
  const { items } = (await engine.call('GET', '/local/profiles')).body;
  expect(items).toMatchObject([{ name: 'new one', usable: true }]);
});

it('redacts personal data in what it returns and stores, and names what it does not cover', async () => {
  site.put('/team', '<main><h1>Team</h1><p>Write to ada@example.org or call +49 30 1234567.</p></main>');
  const read = await client.scrape(`${site.url}/team`, { formats: ['markdown', 'html', 'summary'], redactPII: true });
  expect(read.markdown).toContain('Write to <EMAIL> or call <PHONE>.');
  expect(read.summary).not.toContain('ada@');
  expect(read.html).toContain('ada@example.org');
  expect(read.warning).toMatch(/PERSON and LOCATION only where .* `redactPII` does not cover html and the metadata\./);
  expect(read.metadata?.creditsUsed).toBe(5);
  const stored = await engine.call('GET', `/v2/scrape/${read.metadata?.scrapeId}`);
  expect(stored.body.data.markdown).toContain('<EMAIL>');
  const phones = await client.scrape(`${site.url}/team`, {
    redactPII: { entities: ['PHONE'], replaceStyle: 'remove' },
  });
  expect(phones.markdown).toContain('ada@example.org or call .');
  expect(phones.warning).toBeUndefined();
  const parsed = await client.parse({ data: 'Key: AKIAIOSFODNN7EXAMPLE', filename: 'a.txt' }, { redactPII: true });
  expect(parsed.markdown).toBe('Key: <SECRET>');
});
