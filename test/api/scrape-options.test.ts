import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesIn } from '../support/bytes-in';
import type { TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { closeLocally, listenLocally } from '../support/local-server';
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

  it('shares a copy of two URLs that differ in the last slash only when the server redirects', async () => {
    site.put('/folder', '', { location: '/folder/' }, 301);
    site.put('/folder/', '<h1>Folder</h1><p>Everything in this folder.</p>');
    await client.scrape(`${site.url}/folder`);
    for (const path of ['/folder', '/folder/']) {
      const { metadata } = await client.scrape(site.url + path, { lockdown: true });
      expect(metadata).toMatchObject({ cacheState: 'hit', url: `${site.url}/folder/`, sourceURL: site.url + path });
    }
    await client.scrape(`${site.url}/article`);
    expect(await codeOf(client.scrape(`${site.url}/article/`, { lockdown: true }))).toEqual([
      404,
      'SCRAPE_LOCKDOWN_CACHE_MISS',
    ]);
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

it('sends no request to a host that threatProtection blocks: redirects, refreshes, parts of the page, robots.txt', async () => {
  const requested: string[] = [];
  const other = createServer(({ url = '' }, response) => {
    requested.push(url);
    response.setHeader('content-type', 'text/html').end('<h1>Other</h1>');
  });
  const { port } = new URL(await listenLocally(other));
  const elsewhere = `http://localhost:${port}`;
  const threatProtection = { mode: 'manual-only' as const, blacklist: ['localhost'] };
  const parts = `<img src="${elsewhere}/i.png"><script src="${elsewhere}/s.js"></script><iframe src="${elsewhere}/f"></iframe>`;
  site.put('/redirects', '', { location: `${elsewhere}/redirect` }, 302);
  site.put('/hops', '', { location: '/redirects' }, 302);
  site.put('/refreshes', `<meta http-equiv="refresh" content="0;url=${elsewhere}/refresh"><p>Moved.</p>`);
  site.put('/scripts', `<p>Moved.</p><script>location.href = '${elsewhere}/script'</script>`);
  site.put('/parts', `<h1>Harbour</h1>${parts}<a href="${elsewhere}/linked/page">Linked</a>`);
  const blocked = [403, 'SCRAPE_HOST_BLOCKED'];
  for (const path of ['/redirects', '/hops', '/refreshes']) {
    for (const waitFor of [0, 1])
      expect([path, waitFor, await codeOf(client.scrape(site.url + path, { threatProtection, waitFor }))]).toEqual([
        ...[path, waitFor, blocked],
      ]);
  }
  expect(await codeOf(client.scrape(`${site.url}/scripts`, { threatProtection, waitFor: 300 }))).toEqual(blocked);
  const read = await client.scrape(`${site.url}/parts`, { threatProtection, waitFor: 100 });
  expect(read.markdown).toContain('# Harbour');
  const scrapeOptions = { threatProtection, formats: ['links' as const] };
  const crawl = await client.crawl(`${site.url}/parts`, {
    ...{
      allowExternalLinks: true,
      crawlEntireDomain: true,
      scrapeOptions,
      sitemap: 'skip',
      pollInterval: 1,
      timeout: 30,
    },
  });
  expect(crawl.completed).toBe(1);
  const { errors } = await client.getCrawlErrors(crawl.id ?? '');
  expect(errors).toMatchObject([{ url: `${elsewhere}/linked/page`, code: 'SCRAPE_HOST_BLOCKED' }]);
  await client.crawl(elsewhere, { scrapeOptions, pollInterval: 1, timeout: 30 });
  expect(requested).toEqual([]);
  expect((await client.scrape(`${site.url}/redirects`, { maxAge: 0 })).markdown).toContain('Other');
  expect(requested).toEqual(['/redirect']);
  await closeLocally(other);
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
  expect((await used('new one')).warning).toContain('There was no login "new one", so an empty one was created.');
  expect((await used('new one')).warning).toBeUndefined();
  expect(site.lastHeaders('/enter').cookie).toBe('member=ada');
  expect((await used('passing', false)).warning).toContain('not saved');
  const { items } = (await engine.call('GET', '/local/profiles')).body;
  const own = items.filter(({ name }: { name: string }) => ['new one', 'passing'].includes(name));
  expect(own).toMatchObject([{ name: 'new one', usable: true }]);
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
  site.put(
    '/about',
    '<meta name="description" content="Ask ada@example.org"><main><h1>About</h1><p>Our team.</p></main>',
  );
  const about = await client.scrape(`${site.url}/about`, { redactPII: { entities: ['EMAIL'] } });
  expect(about.warning).toBe('`redactPII` does not cover the metadata.');
  const parsed = await client.parse({ data: 'Key: AKIAIOSFODNN7EXAMPLE', filename: 'a.txt' }, { redactPII: true });
  expect(parsed.markdown).toBe('Key: <SECRET>');
});

it('keeps nothing on disk that redactPII took out of the answer', async () => {
  const url = `${site.url}/staff`;
  const mail = 'grace.hopper@navy.example';
  const put = (text: string) =>
    site.put('/staff', `<title>Staff</title><main><h1>Staff of the yard</h1><p>${text}</p></main>`);
  put(`Write to ${mail} about ships.`);
  const formats = ['markdown' as const, { type: 'changeTracking' as const, modes: ['git-diff' as const] }];
  const read = async () => (await client.scrape(url, { formats, redactPII: true })).changeTracking;
  expect(await read()).toMatchObject({ changeStatus: 'new' });
  expect(await read()).toMatchObject({ changeStatus: 'same' });
  put(`Write to ${mail} about boats.`);
  expect(await read()).toMatchObject({
    changeStatus: 'changed',
    diff: { text: expect.stringContaining('+Write to <EMAIL> about boats.') },
  });
  await client.scrape(url, { redactPII: true });
  expect(await codeOf(client.scrape(url, { lockdown: true }))).toEqual([404, 'SCRAPE_LOCKDOWN_CACHE_MISS']);
  const schema = { type: 'object', properties: { email: { type: 'string' } } };
  const wait = { pollInterval: 1, timeout: 30 };
  const extract = await client.extract({ urls: [url], schema, scrapeOptions: { redactPII: true }, ...wait });
  expect(extract.data).toEqual({ email: '<EMAIL>' });
  const batch = await client.batchScrape([url], { options: { redactPII: true, formats: ['markdown'] }, ...wait });
  expect(batch.data[0]?.markdown).toContain('<EMAIL>');
  const found = await client.search('Hopper ships', {});
  expect(JSON.stringify(found)).not.toContain(mail);
  const copy = await mkdtemp(join(tmpdir(), 'gleaner-copy-'));
  for (const name of ['gleaner.db', 'gleaner.db-wal']) await cp(join(engine.dataDir, name), join(copy, name));
  const database = new DatabaseSync(join(copy, 'gleaner.db'));
  const contents = database.prepare('SELECT data FROM content').all() as { data: Uint8Array }[];
  database.close();
  await rm(copy, { recursive: true });
  const texts = contents.filter(({ data }) => data.length > 0).map(({ data }) => zstdDecompressSync(data));
  expect(texts.some((text) => text.includes('Staff of the yard'))).toBe(true);
  expect(Buffer.concat([...texts, bytesIn(engine.dataDir)]).includes(mail)).toBe(false);
});
