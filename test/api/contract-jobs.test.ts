import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
  const links = Array.from({ length: 150 }, (_, index) => `<a href="/many/${index}">page ${index}</a>`).join(' ');
  site.put('/many/', `<main><h1>Many</h1><p>A list of pages that say little.</p>${links}</main>`);
  for (let index = 0; index < 150; index++) {
    site.put(`/many/${index}`, `<main><h1>Page ${index}</h1><p>It says that it is number ${index} of many.</p></main>`);
  }
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const crawl = (body: object) =>
  engine.call('POST', '/v2/crawl', { url: `${site.url}/many/`, sitemap: 'skip', ...body });

describe('a crawl with a pause between pages', () => {
  it('continues after each pause, however short', async () => {
    const { body } = await crawl({ delay: 0.001, limit: 120 });
    const end = await untilEnded(engine, `/v2/crawl/${body.id}`, 25_000);
    expect(end).toMatchObject({ status: 'completed', completed: 120 });
  });
});

describe('a host with a rate limit', () => {
  it('delays only its own pages', async () => {
    const busy = await startFixtureSite();
    busy.put('/busy', 'busy', { 'retry-after': '120' }, 503);
    const urls = Array.from({ length: 40 }, () => `${busy.url}/busy`);
    const waiting = (await engine.call('POST', '/v2/batch/scrape', { urls })).body.id;
    await expect.poll(() => busy.hits('/busy')).toBeGreaterThan(0);
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/article`] })).body;
    expect(await untilEnded(engine, `/v2/batch/scrape/${id}`, 10_000)).toMatchObject({ completed: 1 });
    const others = [...Array.from({ length: 20 }, () => `${busy.url}/busy`), `${site.url}/form`];
    const mixed = (await engine.call('POST', '/v2/batch/scrape', { urls: others })).body.id;
    await expect
      .poll(async () => (await engine.call('GET', `/v2/batch/scrape/${mixed}`)).body.completed, { timeout: 10_000 })
      .toBe(1);
    for (const job of [waiting, mixed]) await engine.call('DELETE', `/v2/batch/scrape/${job}`);
    await busy.close();
  });
});

const start = async (path: string, body: object, headers?: Record<string, string>) =>
  engine.call('POST', path, body, headers);
const unknown = '0190f5f0-0000-7000-8000-000000000000';

describe('starting a job', () => {
  it.each([
    ['/v2/crawl', { url: 'URL/article' }],
    ['/v1/crawl', { url: 'URL/article' }],
    ['/v2/batch/scrape', { urls: ['URL/article'] }],
    ['/v1/batch/scrape', { urls: ['URL/article'] }],
  ])(
    '%s returns 200 with success, id and the URL of the job, and accepts origin and integration',
    async (path, given) => {
      const filled = JSON.parse(JSON.stringify(given).replaceAll('URL', site.url));
      const { status, body } = await start(path, { ...filled, origin: 'js-sdk@4.42.0', integration: '_own' });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        id: expect.any(String),
        url: `${engine.url}${path}/${body.id}`,
        ...(body.invalidURLs ? { invalidURLs: [] } : {}),
      });
      expect(body.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    },
  );

  it('returns invalidURLs for a lenient batch, as in v2, and no such key for a strict one', async () => {
    const urls = [`${site.url}/article`];
    expect((await start('/v2/batch/scrape', { urls })).body.invalidURLs).toEqual([]);
    expect((await start('/v2/batch/scrape', { urls, ignoreInvalidURLs: false })).body).not.toHaveProperty(
      'invalidURLs',
    );
    expect((await start('/v1/batch/scrape', { urls })).body).not.toHaveProperty('invalidURLs');
    const { body } = await start('/v2/batch/scrape', { urls: [...urls, 'ht!tp://x y', 'mailto:a@b.cc'] });
    expect(body.invalidURLs).toEqual(['ht!tp://x y', 'mailto:a@b.cc']);
  });

  it.each(['/v1/crawl', '/v2/crawl', '/v1/batch/scrape', '/v2/batch/scrape'])(
    '%s honours an idempotency key once',
    async (path) => {
      const body = path.includes('batch') ? { urls: [`${site.url}/article`] } : { url: `${site.url}/article` };
      const key = { 'x-idempotency-key': crypto.randomUUID() };
      expect((await start(path, body, key)).status).toBe(200);
      const again = await start(path, body, key);
      expect([again.status, again.body.success]).toEqual([409, false]);
      expect((await start(path, body, { 'x-idempotency-key': 'no-uuid' })).status).toBe(409);
    },
  );

  it('keeps an idempotency key usable after an invalid body', async () => {
    const key = { 'x-idempotency-key': crypto.randomUUID() };
    expect((await start('/v2/crawl', { url: 7 }, key)).status).toBe(400);
    expect((await start('/v2/crawl', { url: `${site.url}/article` }, key)).status).toBe(200);
  });

  it.each(['includePaths', 'excludePaths'])(
    'returns 400 with the engine’s message for an invalid regex in %s',
    async (field) => {
      const message = 'Invalid regular expression: /[/: Unterminated character class';
      const { status, body } = await crawl({ [field]: ['fine', '['] });
      expect([status, body.error]).toEqual([400, message]);
    },
  );

  it.each([
    ['an unknown key', { url: 'http://example.com/', secret: 'x' }],
    ['an unknown event', { url: 'http://example.com/', events: ['paused'] }],
    ['no address', { events: ['page'] }],
    ['an address that is none', 'example'],
    ['a header with a line break', { url: 'http://example.com/', headers: { 'X-A': 'a\r\nX-B: c' } }],
  ])('returns BAD_REQUEST for a webhook with %s', async (_name, webhook) => {
    const { status, body } = await crawl({ webhook });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it.each(['/v1/crawl', '/v2/crawl'])('%s refuses unknown keys in scrapeOptions, including origin', async (path) => {
    for (const scrapeOptions of [{ nope: 1 }, { origin: 'x' }]) {
      const { status, body } = await start(path, { url: site.url, scrapeOptions });
      expect([status, body.details[0].code]).toEqual([400, 'unrecognized_keys']);
    }
  });

  it.each(['parsePDF', 'ignoreSitemap', 'maxDepth', 'allowBackwardLinks', 'jsonOptions'])(
    'refuses the v1 name %s in v2',
    async (name) => {
      const { status, body } = await crawl({ [name]: true });
      expect([status, body.details[0].keys]).toEqual([400, [name]]);
    },
  );

  it('refuses a start below maxDepth in v1, naming the URL', async () => {
    const { status, body } = await start('/v1/crawl', { url: `${site.url}/a/b/c`, maxDepth: 2 });
    expect([status, body.details[0].path]).toEqual([400, ['url']]);
  });

  it('starts with the options of the caller and a warning when the prompt has no known option', async () => {
    const { status, body } = await crawl({ prompt: 'make it nice', limit: 1 });
    expect([status, body.finalCrawlerOptions.limit]).toEqual([200, 1]);
    expect(body.warning).toContain('No crawl option could be derived from the prompt. Not understood');
    expect((await untilEnded(engine, `/v2/crawl/${body.id}`)).warning).toContain('make it nice');
  });

  it('refuses the preview of a prompt without any known option, and ignores other keys', async () => {
    const preview = await start('/v2/crawl/params-preview', { url: site.url, prompt: 'x', other: 1, origin: 'js' });
    expect([preview.status, preview.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await start('/v2/crawl/params-preview', { url: 'example.com', prompt: 'x' })).body.code).toBe(
      'BAD_REQUEST',
    );
  });
});

describe('reading a job', () => {
  it('returns the record of the contract, and next only while more can be read', async () => {
    const urls = Array.from({ length: 5 }, (_, index) => `${site.url}/many/${index}`);
    const { id } = (await start('/v2/batch/scrape', { urls })).body;
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    for (const path of ['/v1/crawl', '/v2/crawl', '/v1/batch/scrape', '/v2/batch/scrape']) {
      const first = (await engine.call('GET', `${path}/${id}?limit=2`)).body;
      expect(first).toMatchObject({
        success: true,
        status: 'completed',
        completed: 5,
        total: 5,
        failed: 0,
        creditsUsed: 5,
      });
      expect(first.next).toBe(`${engine.url}${path}/${id}?skip=2&limit=2`);
      expect(Date.parse(first.expiresAt) - Date.parse(first.completedAt)).toBeGreaterThan(23.9 * 3600_000);
      expect(first.expiresAt).toMatch(/:\d\d\.000Z$/);
      const last = (await engine.call('GET', `${path}/${id}?skip=4&limit=2`)).body;
      expect(last).not.toHaveProperty('next');
      expect((await engine.call('GET', `${path}/${id}?skip=99`)).body.data).toEqual([]);
    }
    const named = await fetch(`${engine.url.replace('127.0.0.1', 'localhost')}/v2/crawl/${id}?limit=1`, {
      headers: { authorization: `Bearer ${engine.key}` },
    });
    expect(((await named.json()) as { next: string }).next).toMatch(/^http:\/\/localhost:/);
  });

  it.each(['skip=-1', 'skip=x', 'skip=1.5', 'limit=0', 'limit=1001', 'limit=x'])(
    'returns 400 for %s',
    async (query) => {
      const { id } = (await start('/v2/batch/scrape', { urls: [`${site.url}/article`] })).body;
      expect((await engine.call('GET', `/v2/batch/scrape/${id}?${query}`)).status).toBe(400);
    },
  );

  it('omits next for a running crawl whose available results were all read', async () => {
    const { id } = (await crawl({ limit: 20, delay: 0.2 })).body;
    const { body } = await engine.call('GET', `/v2/crawl/${id}`);
    expect(body.status).toBe('scraping');
    expect(body).not.toHaveProperty('next');
    await engine.call('DELETE', `/v2/crawl/${id}`);
  });

  it('lists only failures under errors', async () => {
    site.put('/favicon.ico', Buffer.concat([Buffer.from('000001000100', 'hex'), Buffer.alloc(60)]), {
      'content-type': 'image/x-icon',
    });
    const { id } = (await start('/v2/batch/scrape', { urls: [`${site.url}/favicon.ico`, `${site.url}/gone`] })).body;
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    for (const path of ['/v1/crawl', '/v2/crawl', '/v1/batch/scrape', '/v2/batch/scrape']) {
      const { body } = await engine.call('GET', `${path}/${id}/errors`);
      expect(Object.keys(body)).toEqual(['errors', 'robotsBlocked']);
      expect(body.errors).toEqual([
        expect.objectContaining({
          url: `${site.url}/favicon.ico`,
          code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
          id: expect.any(String),
          timestamp: expect.any(String),
          error: expect.any(String),
        }),
      ]);
    }
    // A 404 response counts as a page. A failed page is subtracted from `completed` and `total`.
    const status = (await engine.call('GET', `/v2/batch/scrape/${id}`)).body;
    expect(status).toMatchObject({ completed: 1, total: 1, failed: 1, creditsUsed: 1 });
  });

  it('lists running crawls, without batches, under both names', async () => {
    const { id } = (await crawl({ limit: 50, delay: 0.5, includePaths: ['many'] })).body;
    const batch = (await start('/v2/batch/scrape', { urls: [`${site.url}/article`] })).body.id;
    for (const path of ['/v1/crawl/active', '/v1/crawl/ongoing', '/v2/crawl/active', '/v2/crawl/ongoing']) {
      const { body } = await engine.call('GET', path);
      expect(body.success).toBe(true);
      const ids = body.crawls.map((one: { id: string }) => one.id);
      expect(ids).toContain(id);
      expect(ids).not.toContain(batch);
      const found = body.crawls.find((one: { id: string }) => one.id === id);
      expect(found).toMatchObject({ teamId: 'local', url: `${site.url}/many/`, created_at: expect.any(String) });
      expect(found.options).toMatchObject({
        includePaths: ['many'],
        limit: 50,
        scrapeOptions: { formats: expect.any(Array) },
      });
    }
    expect((await engine.call('DELETE', `/v2/crawl/${id}`)).body).toEqual({ status: 'cancelled' });
    expect(
      (await engine.call('GET', '/v2/crawl/active')).body.crawls.map((one: { id: string }) => one.id),
    ).not.toContain(id);
  });
});

describe('cancelling a job', () => {
  it('returns 200 with the status alone, twice; 409 for a finished job, 404 for an unknown one', async () => {
    const { id } = (await crawl({ limit: 100, delay: 1 })).body;
    for (let time = 0; time < 2; time++) {
      const { status, body } = await engine.call('DELETE', `/v2/crawl/${id}`);
      expect([status, body]).toEqual([200, { status: 'cancelled' }]);
    }
    expect((await engine.call('GET', `/v2/crawl/${id}`)).body).toMatchObject({ success: true, status: 'cancelled' });
    const done = (await start('/v2/batch/scrape', { urls: [`${site.url}/article`] })).body.id;
    await untilEnded(engine, `/v2/batch/scrape/${done}`);
    expect((await engine.call('DELETE', `/v2/batch/scrape/${done}`)).status).toBe(409);
    expect((await engine.call('DELETE', `/v2/batch/scrape/${unknown}`)).status).toBe(404);
  });
});
