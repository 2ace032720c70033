import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type SearchServer, startSearchServer } from '../support/search-server';
import { type ShopSite, startShopSite } from '../support/shop-site';

let engine: RunningTestEngine;
let shop: ShopSite;
let server: SearchServer;
beforeAll(async () => {
  [engine, shop, server] = await Promise.all([startInProcess(), startShopSite(), startSearchServer()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), shop?.close(), server?.close()]);
});

const search = (body: object, version = 'v2') => engine.call('POST', `/${version}/search`, body);
const choose = (id: string) => engine.call('PATCH', '/local/settings', { search: id });
const useServer = (url = server.url) => engine.call('PUT', '/local/plugins/search/searxng/settings', { url });

describe('a search without any setup', () => {
  it('finds scraped pages, best match first, and reports that it is not a web search', async () => {
    await choose('own-pages');
    for (const path of ['/about', '/product/0', '/product/1']) {
      await engine.call('POST', '/v2/scrape', { url: shop.url + path });
    }
    await choose('');
    const { status, body } = await search({ query: 'copper kettle' });
    expect([status, body.success]).toEqual([200, true]);
    expect(body.data.web[0]).toEqual({
      url: `${shop.url}/product/0`,
      title: 'Copper kettle | Hearth & Co',
      description: expect.stringContaining('kettle'),
      position: 1,
    });
    expect(body.warning).toContain('No web search is set up');
    expect((await search({ query: 'zeppelin' })).body.data).toEqual({ web: [] });
    expect((await search({ query: 'harbour site:127.0.0.1' })).body.data.web[0].url).toBe(`${shop.url}/about`);
    expect((await search({ query: 'harbour site:example.com' })).body.data.web).toEqual([]);
  });

  it('finds no pages with zero retention', async () => {
    shop.put(
      '/secret',
      '<title>Secret</title><main><h1>Secret</h1><p>The platypus sleeps in the third drawer of the desk.</p></main>',
    );
    await engine.call('POST', '/v2/scrape', { url: `${shop.url}/secret`, zeroDataRetention: true });
    await engine.call('POST', '/v2/scrape', { url: `${shop.url}/secret`, storeInCache: false });
    expect((await search({ query: 'platypus' })).body.data.web).toEqual([]);
  });

  it('reports unsupported kinds of results', async () => {
    const { status, body } = await search({ query: 'kettle', sources: ['images'] });
    expect([status, body.data.images]).toEqual([200, []]);
    expect(body.warning).toContain('supports images');
  });

  it('accepts the request of the published MCP server, without its tool catalogue and with a warning', async () => {
    const sources = ['web', 'alexandria'];
    const { status, body } = await search({ query: 'kettle', sources, domainTools: true, toolDetail: 'compact' });
    expect([status, Object.keys(body.data)]).toEqual([200, ['web']]);
    expect(body.data.web.length).toBeGreaterThan(0);
    expect(body.warning).toContain('The source `alexandria`');
  });
});

describe('a search through SearXNG', () => {
  beforeAll(async () => {
    expect((await useServer()).status).toBe(200);
    server.finds([
      { url: `${shop.url}/product/0`, title: 'Kettle', content: 'A copper kettle' },
      { url: `${shop.url}/none`, title: 'Gone', content: 'Not there any more' },
      { url: 'http://127.0.0.1:9/dead', title: 'Dead' },
    ]);
  });

  it('returns title, URL and description, and passes options on', async () => {
    const { body } = await search({
      query: 'kettle',
      limit: 2,
      tbs: 'qdr:w',
      lang: 'de',
      country: 'AT',
      categories: ['pdf'],
    });
    expect(body).toMatchObject({ success: true, creditsUsed: 2, id: expect.any(String) });
    expect(body.data.web).toEqual([
      { url: `${shop.url}/product/0`, title: 'Kettle', description: 'A copper kettle', position: 1 },
      { url: `${shop.url}/none`, title: 'Gone', description: 'Not there any more', position: 2 },
    ]);
    expect(Object.fromEntries(server.asked.at(-1) ?? [])).toMatchObject({
      q: 'kettle filetype:pdf',
      format: 'json',
      time_range: 'week',
      language: 'de-AT',
      categories: 'general',
    });
    const v1 = await search({ query: 'kettle', limit: 1 }, 'v1');
    expect(v1.body.data).toEqual([expect.objectContaining({ url: `${shop.url}/product/0`, title: 'Kettle' })]);
  });

  it('returns news and images with their own fields', async () => {
    server.finds(
      [{ url: 'https://example.com/n', title: 'News', content: 'Some', publishedDate: '2026-11-20' }],
      'news',
    );
    server.finds(
      [
        {
          url: 'https://example.com/i',
          title: 'Picture',
          img_src: 'https://example.com/i.png',
          resolution: '640 x 480',
        },
      ],
      'images',
    );
    const { body } = await search({ query: 'kettle', sources: ['news', { type: 'images' }] });
    expect(body.data).toEqual({
      news: [{ url: 'https://example.com/n', title: 'News', snippet: 'Some', date: '2026-11-20', position: 1 }],
      images: [
        {
          ...{ title: 'Picture', url: 'https://example.com/i', position: 1 },
          ...{ imageUrl: 'https://example.com/i.png', imageWidth: 640, imageHeight: 480 },
        },
      ],
    });
  });

  it('scrapes its results when formats are given, and tolerates a dead one', async () => {
    const scrapeOptions = { formats: ['markdown', 'links'], maxAge: 0, timeout: 5000 };
    const { body } = await search({ query: 'kettle', limit: 3, scrapeOptions });
    const [kettle, gone, dead] = body.data.web;
    expect(kettle).toMatchObject({ title: 'Kettle', markdown: expect.stringContaining('# Copper kettle'), links: [] });
    expect(gone.metadata.statusCode).toBe(404);
    expect(dead.metadata.error).toContain('failing to load');
    expect(body.creditsUsed).toBe(2);
    const lenient = await search({ query: 'kettle', limit: 3, scrapeOptions, ignoreInvalidURLs: true });
    expect(lenient.body.data.web).toHaveLength(2);
  });

  it('falls back to own pages with the reason when the server has no JSON, a rate limit, or is unreachable', async () => {
    for (const [mood, sentence] of [
      ['no-json', 'add `json` to `search.formats`'],
      ['limited', 'its rate limit has been reached'],
    ] as const) {
      server.behave(mood);
      const { status, body } = await search({ query: 'copper kettle' });
      expect([status, body.data.web[0].url]).toEqual([200, `${shop.url}/product/0`]);
      expect(body.warning).toContain(sentence);
    }
    server.behave('silent');
    const slow = await search({ query: 'kettle', timeout: 300 });
    expect([slow.status, slow.body.code]).toEqual([408, 'SEARCH_TIMEOUT']);
    expect(slow.body.error).toContain('Search timed out');
    server.behave('fine');
  });

  it('reaches only the configured private address', async () => {
    const strict = await startInProcess({ allowPrivateNetwork: false, env: { GLEANER_SEARCH_URL: server.url } });
    const found = await strict.call('POST', '/v2/search', { query: 'kettle' });
    expect(found.body.data.web[0].title).toBe('Kettle');
    const scraped = await strict.call('POST', '/v2/scrape', { url: `${server.url}/search?q=x` });
    expect([scraped.status, scraped.body.code]).toEqual([403, 'PRIVATE_ADDRESS_BLOCKED']);
    await strict.stop();
  });

  it('fails with a message when the selected search is not set up', async () => {
    await choose('nonsense');
    const { status, body } = await search({ query: 'kettle' });
    expect([status, body.code]).toEqual([500, 'SEARCH_FAILED']);
    expect(body.error).toContain('choose another in Settings');
    await choose('');
  });

  it('provides pages for an extract that has none, or not enough', async () => {
    const schema = { type: 'object', properties: { email: { type: 'string' }, price: { type: 'number' } } };
    const prompt = 'price of the copper kettle';
    for (const body of [
      { prompt, schema },
      { prompt, schema, urls: [`${shop.url}/about`], enableWebSearch: true },
    ]) {
      const { body: started } = await engine.call('POST', '/v2/extract', body);
      const read = async () => (await engine.call('GET', `/v2/extract/${started.id}`)).body;
      await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('completed');
      expect((await read()).data).toMatchObject({ price: 49.9 });
      expect(server.asked.at(-1)?.get('q')).toBe(prompt);
    }
  });
});

describe('an invalid search request', () => {
  it.each([
    ['without words', { query: ' ' }],
    ['for more than 100 results', { query: 'x', limit: 101 }],
    ['for kinds of results nobody knows', { query: 'x', sources: ['videos'] }],
    ['with change tracking', { query: 'x', scrapeOptions: { formats: ['markdown', 'changeTracking'] } }],
    ['with an unknown field', { query: 'x', colour: 'red' }],
  ])('%s', async (_, body) => {
    const answer = await search(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

it('the published client searches and scrapes, in v2 and v1', async () => {
  const client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
  const found = await client.search('kettle', { limit: 1, scrapeOptions: { formats: ['markdown'] } });
  expect(found.web?.[0]).toMatchObject({ markdown: expect.stringContaining('Copper kettle') });
  const v1 = await client.v1.search('kettle', { limit: 1 });
  expect(v1).toMatchObject({ success: true, data: [{ title: 'Kettle' }] });
});
