import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: FixtureSite;

beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const scrape = (body: object, version = 'v2') =>
  engine.call('POST', `/${version}/scrape`, { url: `${site.url}/article`, ...body });

describe('POST /v2/scrape and /v1/scrape', () => {
  it.each(['v1', 'v2'])('%s returns markdown and metadata by default', async (version) => {
    const { status, body } = await scrape({}, version);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(Object.keys(body.data).sort()).toEqual(['markdown', 'metadata']);
    expect(body.data.markdown).toContain('Ships come and go in the harbour');
    expect(body.data.markdown).not.toContain('Imprint');
    expect(body.data.metadata).toMatchObject({
      title: 'The harbour',
      description: 'About a harbour',
      language: 'en',
      keywords: 'sea, ships',
      ogTitle: 'Harbour OG',
      'og:title': 'Harbour OG',
      favicon: `${site.url}/icon.png`,
      sourceURL: `${site.url}/article`,
      url: `${site.url}/article`,
      statusCode: 200,
      proxyUsed: 'basic',
      creditsUsed: 1,
    });
  });

  it('returns only the requested formats, each under its own name', async () => {
    const formats = [
      'html',
      'rawHtml',
      'links',
      'images',
      { type: 'attributes', selectors: [{ selector: 'img', attribute: 'alt' }] },
    ];
    const { body } = await scrape({ formats });
    expect(Object.keys(body.data).sort()).toEqual(['attributes', 'html', 'images', 'links', 'metadata', 'rawHtml']);
    expect(body.data.rawHtml).toContain('<nav>');
    expect(body.data.html).not.toContain('<nav>');
    expect(body.data.links).toEqual([`${site.url}/more.html`, 'https://example.org/x']);
    expect(body.data.images).toEqual([`${site.url}/crane.png`]);
    expect(body.data.attributes).toEqual([{ selector: 'img', attribute: 'alt', values: ['A crane'] }]);
  });

  it('returns only metadata without formats', async () => {
    const { body } = await scrape({ formats: [] });
    expect(Object.keys(body.data)).toEqual(['metadata']);
  });

  it('keeps the whole page with onlyMainContent false', async () => {
    const { body } = await scrape({ onlyMainContent: false });
    expect(body.data.markdown).toContain('Imprint');
    expect(body.data.markdown).toContain('Navigation');
  });

  it('keeps only included tags and drops excluded ones', async () => {
    const included = await scrape({ includeTags: ['footer'] });
    expect(included.body.data.markdown).toContain('Imprint');
    expect(included.body.data.markdown).not.toContain('Ships');
    const excluded = await scrape({ excludeTags: ['.advert'], onlyMainContent: false });
    expect(excluded.body.data.markdown).not.toContain('Buy now');
    expect(excluded.body.data.markdown).toContain('Ships');
  });

  it('sends the given headers, and bypasses the cache', async () => {
    site.put('/secret', '<p>Known by its header, this page has a paragraph that is long enough to be content.</p>');
    const first = await scrape({ url: `${site.url}/secret`, headers: { 'X-Token': 'open sesame' } });
    expect(site.lastHeaders('/secret')['x-token']).toBe('open sesame');
    expect(first.body.data.metadata.cacheState).toBeUndefined();
    await scrape({ url: `${site.url}/secret`, headers: { 'X-Token': 'open sesame' } });
    expect(site.hits('/secret')).toBe(2);
  });

  it('sends the languages of a location', async () => {
    await scrape({ url: `${site.url}/?lang`, location: { country: 'de', languages: ['de-CH'] }, maxAge: 0 });
    expect(site.lastHeaders('/')['accept-language']).toMatch(/^de-CH/);
  });

  it('returns an error page as a page, with its status and reason', async () => {
    const { status, body } = await scrape({ url: `${site.url}/gone` });
    expect(status).toBe(200);
    expect(body.data.metadata).toMatchObject({ statusCode: 404, error: 'Not Found' });
    expect(body.data.markdown).toContain('moved away');
  });

  it('renders an empty script shell automatically', async () => {
    const { body } = await scrape({ url: `${site.url}/shell` });
    expect(body.data.markdown).toContain('Written by a script');
    expect(body.data.markdown).not.toContain('Loading');
  });

  it('reads JSON and plain text pages', async () => {
    site.put('/data.json', '{"a": [1, 2]}', { 'content-type': 'application/json' });
    const json = await scrape({ url: `${site.url}/data.json` });
    expect(json.body.data.markdown).toBe('```json\n{"a": [1, 2]}\n```');
    site.put('/note.txt', 'First line\nSecond line', { 'content-type': 'text/plain' });
    const text = await scrape({ url: `${site.url}/note.txt` });
    expect(text.body.data.markdown).toContain('First line');
  });

  it.each([
    ['shift_jis in the header', 'text/html; charset=Shift_JIS', '', [0x82, 0xb1, 0x82, 0xf1], 'こん'],
    ['windows-1251 in a meta tag', 'text/html', '<meta charset="windows-1251">', [0xcf, 0xf0, 0xe8], 'При'],
    ['UTF-8 by its byte order mark', 'text/html; charset=latin1', '', [0xc3, 0xa9], 'é'],
  ])('reads %s in its proper form', async (name, type, head, bytes, text) => {
    const mark = name.includes('mark') ? [0xef, 0xbb, 0xbf] : [];
    const page = Buffer.concat([Buffer.from(mark), Buffer.from(`${head}<p>`), Buffer.from(bytes), Buffer.from('</p>')]);
    const path = `/charset-${text.length}${bytes.length}`;
    site.put(path, page, { 'content-type': type });
    const { body } = await scrape({ url: site.url + path, maxAge: 0 });
    expect(body.data.markdown).toBe(text);
  });

  it('returns a past scrape by id, and 404 and 400 for others', async () => {
    const { body } = await scrape({ maxAge: 0 });
    const id = body.data.metadata.scrapeId;
    const again = await engine.call('GET', `/v2/scrape/${id}`);
    expect(again.body).toEqual({ success: true, data: body.data });
    expect((await engine.call('GET', '/v1/scrape/01890000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await engine.call('GET', '/v2/scrape/nonsense')).status).toBe(400);
  });

  it('stores nothing of a zeroDataRetention scrape', async () => {
    site.put('/private', '<p>Only for the one who asks: this page must not be found anywhere on the disk.</p>');
    const { body } = await scrape({ url: `${site.url}/private`, zeroDataRetention: true });
    expect(body.data.metadata.creditsUsed).toBe(2);
    expect((await engine.call('GET', `/v2/scrape/${body.data.metadata.scrapeId}`)).status).toBe(404);
    const { items } = (await engine.call('GET', '/local/history?limit=200')).body;
    expect(items.map((item: { url: string }) => item.url)).not.toContain(`${site.url}/private`);
  });

  it('accepts origin and integration in the body', async () => {
    expect((await scrape({ origin: 'js-sdk@4.42.0', integration: 'n8n' })).status).toBe(200);
  });
});

describe('the cache', () => {
  it('is used within maxAge, with a note', async () => {
    site.put('/cached', '<p>A page that changes every day, with enough words in it to count as the content.</p>');
    const miss = await scrape({ url: `${site.url}/cached`, maxAge: 60_000 });
    expect(miss.body.data.metadata.cacheState).toBe('miss');
    await expect
      .poll(async () => (await scrape({ url: `${site.url}/cached`, maxAge: 60_000 })).body.data.metadata.cacheState)
      .toBe('hit');
    const hit = await scrape({ url: `${site.url}/cached`, maxAge: 60_000, formats: ['html'] });
    expect(hit.body.data.metadata.cachedAt).toMatch(/^\d{4}-/);
    expect(hit.body.data.html).toContain('changes every day');
    expect(site.hits('/cached')).toBeLessThanOrEqual(3);
  });

  it('is bypassed with maxAge 0, the default of v1', async () => {
    site.put('/fresh', '<p>A page that must be fetched each time it is asked for, whatever the cache holds of it.</p>');
    await scrape({ url: `${site.url}/fresh` }, 'v1');
    await scrape({ url: `${site.url}/fresh` }, 'v1');
    expect(site.hits('/fresh')).toBe(2);
  });

  it('is not written with storeInCache false', async () => {
    site.put('/unkept', '<p>A page that nobody may keep, not even for a minute, not even for the same caller.</p>');
    await scrape({ url: `${site.url}/unkept`, storeInCache: false });
    await scrape({ url: `${site.url}/unkept`, storeInCache: false });
    expect(site.hits('/unkept')).toBe(2);
  });
});

describe('change tracking', () => {
  it('reports new, same, changed with a diff, and removed', async () => {
    const url = `${site.url}/tracked`;
    const track = () =>
      scrape({ url, formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'daily' }] }).then(
        ({ body }) => body.data.changeTracking,
      );
    site.put('/tracked', '<p>The price of the boat is 100 crowns, and nobody has bought it so far this year.</p>');
    expect(await track()).toEqual({ previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' });
    expect(await track()).toMatchObject({ changeStatus: 'same', previousScrapeAt: expect.stringMatching(/^\d{4}-/) });
    site.put('/tracked', '<p>The price of the boat is 250 crowns, and nobody has bought it so far this year.</p>');
    const changed = await track();
    expect(changed.changeStatus).toBe('changed');
    expect(changed.diff.text).toContain('+The price of the boat is 250');
    expect(changed.diff.json.files[0].chunks[0].changes).toContainEqual(
      expect.objectContaining({ type: 'add', add: true, ln: 1 }),
    );
    site.put('/tracked', '<p>The boat is gone and so is its page, as everybody knew it would be.</p>', {}, 404);
    expect((await track()).changeStatus).toBe('removed');
  });

  it('reports changed fields in json mode, by a schema', async () => {
    const url = `${site.url}/tracked-fields`;
    const schema = { type: 'object', properties: { price: { type: 'number' }, sku: { type: 'string' } } };
    const track = () =>
      scrape({ url, formats: ['markdown', { type: 'changeTracking', modes: ['json'], schema, tag: 'fields' }] });
    const boat = (price: number) =>
      `<h1>Boat</h1><p>SKU: B-77</p><p class="price">€ ${price}.00</p><p>Nobody has bought it so far.</p>`;
    site.put('/tracked-fields', boat(100));
    const first = await track();
    expect(first.body.data.changeTracking).toEqual({
      previousScrapeAt: null,
      changeStatus: 'new',
      visibility: 'visible',
    });
    expect(first.body.data.metadata.creditsUsed).toBe(5);
    expect((await track()).body.data.changeTracking.json).toBeUndefined();
    site.put('/tracked-fields', boat(250));
    expect((await track()).body.data.changeTracking).toMatchObject({
      changeStatus: 'changed',
      json: { price: { previous: 100, current: 250 } },
    });
  });

  it('works with changeTrackingOptions in v1, and needs markdown, too', async () => {
    const good = await scrape(
      { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['git-diff'] } },
      'v1',
    );
    expect(good.body.data.changeTracking.changeStatus).toBe('new');
    const bad = await scrape({ formats: ['changeTracking'] }, 'v1');
    expect(bad.status).toBe(400);
  });
});
