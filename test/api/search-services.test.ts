import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type SearchService, type SearchServices, startSearchServices } from '../support/search-services';

let engine: RunningTestEngine;
let services: SearchServices;
beforeAll(async () => {
  [engine, services] = await Promise.all([startInProcess({ allowPrivateNetwork: false }), startSearchServices()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), services?.close()]);
});
beforeEach(() => services.finds(3));

const search = (body: object) => engine.call('POST', '/v2/search', { query: 'kettle', ...body });
const choose = (id: string) => engine.call('PATCH', '/local/settings', { search: id });
const save = (id: SearchService, config: object) => engine.call('PUT', `/local/plugins/search/${id}/settings`, config);
const test = async (id: SearchService, config: object) =>
  (await engine.call('POST', `/local/searches/${id}/test`, config)).body;
const titles = (results: readonly { readonly title: string }[]) => results.map(({ title }) => title);

describe('Brave Search', () => {
  const config = () => ({ baseUrl: services.base('brave'), apiKey: 'search-key-123' });
  beforeAll(async () => {
    expect((await save('brave', config())).status).toBe(200);
    await choose('brave');
  });

  it('receives the key and options, and highlights are removed from texts', async () => {
    const { body } = await search({ limit: 2, tbs: 'qdr:w', lang: 'de', country: 'AT', location: 'Graz' });
    expect(body.data.web[0]).toEqual({
      ...{ url: 'https://site-0.example/page?a=1&b=2', title: 'Kettle & pan 0', position: 1 },
      description: "A copper kettle 'new'",
    });
    expect(body.data.web).toHaveLength(2);
    expect(body.warning).toContain('does not support locations');
    expect(services.calls[0]).toMatchObject({
      path: '/brave/web/search',
      headers: { 'x-subscription-token': 'search-key-123' },
      fields: { q: 'kettle', count: '2', freshness: 'pw', search_lang: 'de', country: 'AT' },
    });
  });

  it('returns more results than a single call, news and images', async () => {
    services.finds(50);
    const { body } = await search({ limit: 45, sources: ['web', 'news', 'images'] });
    expect([body.data.web.length, body.data.news.length, body.data.images.length]).toEqual([45, 45, 45]);
    expect(services.calls.map(({ fields }) => fields.offset)).toEqual(expect.arrayContaining(['1', '2']));
    expect(new Set(titles(body.data.web)).size).toBe(45);
    expect(body.data.news[0]).toMatchObject({ date: '2026-11-20T10:00:00', imageUrl: 'https://img.example/0.png' });
    expect(body.data.images[0]).toMatchObject({ imageUrl: 'https://site-0.example/full.png', imageWidth: 640 });
  });

  it('can be tested with unsaved settings, and reports a wrong key', async () => {
    expect(await test('brave', config())).toMatchObject({ ok: true, message: expect.stringContaining('3 results') });
    const wrong = await test('brave', { ...config(), apiKey: 'wrong' });
    expect(wrong).toMatchObject({ ok: false, message: expect.stringContaining('enter its key again in Settings') });
  });

  it('keeps its key to the URL it was entered for', async () => {
    const saved = (await engine.call('GET', '/local/settings')).body.settings.plugins['search:brave'];
    expect(saved.apiKey).toMatch(/^vault:/);
    const moved = await save('brave', { ...saved, baseUrl: 'https://elsewhere.example' });
    expect([moved.status, moved.body.error]).toEqual([400, expect.stringContaining('Enter `apiKey` again')]);
  });

  it.each([
    [429, '{}', 'its rate limit has been reached'],
    [500, 'oops', 'returned status 500; try again later'],
    [200, '<html>', 'did not return search results'],
  ])('falls back to own pages after %i %s, with the reason', async (status, text, sentence) => {
    services.fails(status, text);
    const { status: answered, body } = await search({});
    expect([answered, body.data]).toEqual([200, { web: [] }]);
    expect(body.warning).toContain(sentence);
  });
});

describe('Tavily', () => {
  const config = () => ({ baseUrl: services.base('tavily'), apiKey: 'search-key-123' });
  beforeAll(async () => {
    expect((await save('tavily', config())).status).toBe(200);
    await choose('tavily');
  });

  it('receives the key and options, and reports ignored ones', async () => {
    const { body } = await search({ limit: 2, tbs: 'qdr:h', lang: 'de' });
    expect(body.data.web).toEqual(
      [0, 1].map((index) => ({
        ...{ url: `https://site-${index}.example/page?a=1&b=2`, title: `Kettle ${index}`, position: index + 1 },
        description: 'A copper kettle',
      })),
    );
    expect(body.warning).toBe('Tavily does not support language and country, so it was ignored.');
    expect(services.calls[0]).toMatchObject({
      headers: { authorization: 'Bearer search-key-123' },
      fields: { query: 'kettle', topic: 'general', max_results: 2, time_range: 'day' },
    });
  });

  it('returns news and images', async () => {
    const { body } = await search({ sources: ['news', 'images'] });
    expect(body.data.news[0]).toMatchObject({ snippet: 'A copper kettle', date: 'Fri, 20 Nov 2026 10:00:00 GMT' });
    expect(body.data.images).toEqual([
      {
        ...{ title: 'A kettle', imageUrl: 'https://img.example/a.png', url: 'https://img.example/a.png' },
        position: 1,
      },
    ]);
  });

  it('reports a wrong key', async () => {
    const wrong = await test('tavily', { ...config(), apiKey: 'wrong' });
    expect(wrong).toMatchObject({ ok: false, message: 'Tavily returned status 401; enter its key again in Settings.' });
  });
});

describe('DuckDuckGo', () => {
  const challenge = '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>';
  const set = (more: object = {}) =>
    save('duckduckgo', { url: services.base('duckduckgo'), secondsBetween: 0, ...more });

  it('is used only when selected', async () => {
    await set();
    for (const id of ['brave', 'tavily'] as const) await save(id, { baseUrl: services.base(id), apiKey: 'x' });
    await choose('');
    await search({});
    expect(services.calls.map(({ path }) => path)).not.toContain('/duckduckgo/html/');
  });

  it('returns the pages behind its links, without ads, and follows its next pages', async () => {
    await choose('duckduckgo');
    services.finds(25);
    const { body } = await search({ limit: 15, tbs: 'qdr:m', lang: 'de', country: 'AT' });
    expect(body.data.web).toHaveLength(15);
    expect(body.data.web[0]).toEqual({
      ...{ url: 'https://site-0.example/page?a=1&b=2', title: 'Kettle & pan 0', position: 1 },
      description: 'A copper kettle',
    });
    expect(services.calls.map(({ fields }) => fields)).toMatchObject([
      { q: 'kettle', kl: 'at-de', df: 'm' },
      { q: 'kettle', s: '10', vqd: '4-99' },
    ]);
    services.finds(0);
    expect((await search({})).body).toMatchObject({ success: true, data: { web: [] } });
  });

  it('waits between two requests', async () => {
    await set({ secondsBetween: 1 });
    const started = performance.now();
    await Promise.all([search({}), search({})]);
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  it('is paused for a while after a human verification', async () => {
    await set({ restMinutes: 15 });
    services.fails(202, challenge);
    const first = await search({});
    expect(first.body.warning).toContain(
      'asks for human verification (202); searches with it are paused for 15 more minutes',
    );
    services.finds(3);
    const second = await search({});
    expect(second.body.warning).toContain('has asked for human verification');
    expect(services.calls).toEqual([]);
  });

  it('reports an unknown page', async () => {
    await set({ restMinutes: 1 });
    services.fails(200, '<html><body>Something new</body></html>');
    expect((await search({})).body.warning).toContain('without a list of results');
  });
});
