import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../kinds/crawl/fixture-server';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import type { TestEngine } from '../support/engine';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { allResults, untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: CrawlSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startCrawlSite(30)]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const urls = (count: number) => Array.from({ length: count }, (_, index) => `${site.url}/p/${index}`);
const start = (body: object, version = 'v2') => engine.call('POST', `/${version}/batch/scrape`, { maxAge: 0, ...body });

describe('a batch', () => {
  it('scrapes every entry, including duplicates, and resolves under crawl paths, too', async () => {
    const { status, body } = await start({ urls: [...urls(5), `${site.url}/p/0`], formats: ['markdown', 'links'] });
    expect([status, body.success]).toEqual([200, true]);
    expect(body.url).toBe(`${engine.url}/v2/batch/scrape/${body.id}`);
    const end = await untilEnded(engine, `/v1/crawl/${body.id}`);
    expect(end).toMatchObject({ success: true, status: 'completed', completed: 6, total: 6, creditsUsed: 6 });
    const results = await allResults(engine, `/v2/batch/scrape/${body.id}`);
    expect(results.every((result) => result.markdown && result.links)).toBe(true);
  });

  it('without results is marked in the activity log', async () => {
    const ids: string[] = [];
    for (const path of ['missing', 'p/1']) ids.push((await start({ urls: [`${site.url}/${path}`] })).body.id);
    for (const id of ids) await untilEnded(engine, `/v2/batch/scrape/${id}`);
    const marks = async () => {
      const { items } = (await engine.call('GET', '/local/activity')).body;
      return ids.map((id) => items.find(({ jobId }: { jobId: string }) => jobId === id)?.hasNoResults ?? false);
    };
    await expect.poll(marks).toEqual([true, false]);
  });

  it('lists and skips invalid URLs in v2, and refuses them in v1', async () => {
    const mixed = ['not a url', `${site.url}/p/1`, 'ftp://example.com'];
    const lenient = await start({ urls: mixed });
    expect(lenient.body.invalidURLs).toEqual(['not a url', 'ftp://example.com']);
    expect((await untilEnded(engine, `/v2/batch/scrape/${lenient.body.id}`)).completed).toBe(1);
    const strict = await start({ urls: mixed, ignoreInvalidURLs: false });
    expect([strict.status, strict.body.details[0].path]).toEqual([400, ['urls', 0]]);
    expect((await start({ urls: mixed, maxAge: 0 }, 'v1')).status).toBe(400);
    expect((await start({ urls: [] })).status).toBe(400);
  });

  it('accepts more URLs while running', async () => {
    site.slow(150);
    const { body } = await start({ urls: urls(12), maxConcurrency: 2 });
    const more = await start({ urls: [`${site.url}/p/20`, `${site.url}/p/21`], appendToId: body.id });
    expect(more.body.id).toBe(body.id);
    site.slow(0);
    expect((await untilEnded(engine, `/v2/batch/scrape/${body.id}`)).completed).toBe(14);
    const late = await start({ urls: urls(1), appendToId: body.id });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('loses no URLs added at the same time', async () => {
    site.slow(150);
    const { body } = await start({ urls: urls(2), maxConcurrency: 1 });
    const added = [5, 6, 7, 8, 9].map((page) => start({ urls: [`${site.url}/p/${page}`], appendToId: body.id }));
    expect((await Promise.all(added)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    site.slow(0);
    expect((await untilEnded(engine, `/v2/batch/scrape/${body.id}`)).completed).toBe(7);
  });

  it('reports failures of dead sites, and removes them from both counters', async () => {
    const dead = 'http://127.0.0.1:9/dead';
    const { body } = await start({ urls: [dead, 'http://no-such-host.invalid/', `${site.url}/p/2`] });
    const end = await untilEnded(engine, `/v2/batch/scrape/${body.id}`);
    expect(end).toMatchObject({ status: 'completed', completed: 1, total: 1, failed: 2 });
    const { errors } = (await engine.call('GET', `/v2/batch/scrape/${body.id}/errors`)).body;
    const codes = Object.fromEntries(errors.map(({ url, code }: { url: string; code: string }) => [url, code]));
    expect(codes).toEqual({
      [dead]: 'SCRAPE_SITE_ERROR',
      'http://no-such-host.invalid/': 'SCRAPE_DNS_RESOLUTION_ERROR',
    });
  });

  it('can be cancelled, and reports it', async () => {
    site.slow(300);
    const { body } = await start({ urls: urls(30) });
    expect((await engine.call('DELETE', `/v2/batch/scrape/${body.id}`)).body).toEqual({ status: 'cancelled' });
    site.slow(0);
    expect((await engine.call('GET', `/v2/batch/scrape/${body.id}`)).body.status).toBe('cancelled');
  });

  it('refuses a webhook to a forbidden address', async () => {
    const strict = await startInProcess({ allowPrivateNetwork: false });
    const { status, body } = await strict.call('POST', '/v2/batch/scrape', {
      urls: ['https://example.com'],
      webhook: 'http://169.254.169.254/x',
    });
    expect([status, body.code]).toEqual([403, 'PRIVATE_ADDRESS_BLOCKED']);
    await strict.stop();
  });
});

describe('pages of results', () => {
  it('contain at most 10 MiB, and continue after the last result', async () => {
    const text = 'A long page of the archive with many words in it. '.repeat(60_000);
    for (let index = 0; index < 6; index++) site.answer(`/big/${index}`, 200, {}, `<p>${text}</p>`);
    const { body } = await start({ urls: [0, 1, 2, 3, 4, 5].map((index) => `${site.url}/big/${index}`) });
    const path = `/v2/batch/scrape/${body.id}`;
    await untilEnded(engine, path);
    const first = (await engine.call('GET', path)).body;
    expect(first.data.length).toBe(3);
    expect(first.next).toContain('skip=3');
    expect((await allResults(engine, path)).length).toBe(6);
    for (const wrong of ['skip=-1', 'skip=x', 'limit=0', 'limit=1001']) {
      expect((await engine.call('GET', `${path}?${wrong}`)).status).toBe(400);
    }
  });
});

describe('maps', () => {
  it('return objects in v2 and URLs in v1', async () => {
    const v2 = (await engine.call('POST', '/v2/map', { url: `${site.url}/p/0`, filterByPath: false })).body;
    expect(v2.success).toBe(true);
    expect(v2.links.map(({ url }: { url: string }) => url)).toContain(`${site.url}/p/1`);
    const v1 = (await engine.call('POST', '/v1/map', { url: `${site.url}/p/0`, filterByPath: false, limit: 2 })).body;
    expect(v1.links.length).toBe(2);
    expect(typeof v1.links[0]).toBe('string');
    const slow = await engine.call('POST', '/v2/map', { url: 'http://127.0.0.1:9/' });
    expect([slow.status, slow.body.code]).toEqual([500, 'SCRAPE_SITE_ERROR']);
  });

  it('send headers for the page and its sitemaps, and crawls for their sitemaps, to no other site', async () => {
    const foreign: unknown[] = [];
    const other = await serve({
      '/moved.xml': ({ headers }, response) => {
        foreign.push(headers['x-token']);
        response.end('<urlset/>');
      },
    });
    const gated =
      (body: string, headers: Record<string, string> = {}) =>
      (request: IncomingMessage, response: ServerResponse) => {
        const status = headers.location ? 302 : 200;
        response.writeHead(request.headers['x-token'] === 'abc' ? status : 401, headers).end(body);
      };
    const html = { 'content-type': 'text/html' };
    const words = '<p>Enough words to be the content of a page of this site.</p>';
    const own = await serve({
      '/': gated(`<a href="/linked">x</a>${words}`, html),
      '/hidden': gated(words, html),
      '/robots.txt': 'Sitemap: {base}/moved.xml',
      '/moved.xml': gated('', { location: `${other.base}/moved.xml` }),
      '/sitemap.xml': (request, response) =>
        gated(`<urlset><url><loc>http://${request.headers.host}/hidden</loc></url></urlset>`)(request, response),
    });
    const headers = { 'X-Token': 'abc' };
    const mapped = (await engine.call('POST', '/v2/map', { url: `${own.base}/`, headers })).body.links;
    expect(mapped.map(({ url }: { url: string }) => url)).toEqual(
      ['/', '/linked', '/hidden'].map((path) => own.base + path),
    );
    const request = { url: `${own.base}/`, sitemap: 'only', scrapeOptions: { headers } };
    const { id } = (await engine.call('POST', '/v2/crawl', request)).body;
    await untilEnded(engine, `/v2/crawl/${id}`);
    const read = await allResults(engine, `/v2/crawl/${id}`);
    expect(read.map(({ metadata }) => metadata.sourceURL).sort()).toEqual([`${own.base}/`, `${own.base}/hidden`]);
    expect(foreign).toEqual([undefined, undefined]);
    expect((await engine.call('POST', '/v2/map', { url: own.base, headers: { 'bad name': 'x' } })).status).toBe(400);
    own.close();
    other.close();
  });

  it('list all URLs of a sitemap, including those not below the path of the URL', async () => {
    const listed = ['/docs/a', '/p/3'].map((path) => site.url + path);
    const sitemap = `<urlset>${listed.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
    for (const path of ['/sitemap.xml', '/maps/pages.xml']) site.answer(path, 200, {}, sitemap);
    const map = async (version: string, body: object) =>
      (await engine.call('POST', `/${version}/map`, body)).body.links.map((link: string | { url: string }) =>
        typeof link === 'string' ? link : link.url,
      );
    expect((await map('v1', { url: `${site.url}/docs/`, sitemapOnly: true })).sort()).toEqual(listed);
    expect((await map('v2', { url: `${site.url}/docs/`, sitemap: 'only' })).sort()).toEqual(listed);
    expect(await map('v2', { url: `${site.url}/maps/pages.xml` })).toEqual(expect.arrayContaining(listed));
    site.answer('/sitemap.xml', 404);
  });
});

describe('the team routes', () => {
  /** A separate engine, because the shared one also counts the pages and keys of other test files. */
  let own: EngineInProcess;
  beforeAll(async () => {
    own = await startInProcess();
    const { body } = await own.call('POST', '/v2/batch/scrape', { urls: urls(11) });
    await untilEnded(own, `/v2/batch/scrape/${body.id}`);
  });
  afterAll(() => own.stop());

  it('return credits, tokens, queue and concurrency in the form of both versions', async () => {
    const get = async (path: string) => (await own.call('GET', path)).body;
    expect(await get('/v2/team/credit-usage')).toMatchObject({
      success: true,
      data: { remainingCredits: expect.any(Number), planCredits: expect.any(Number) },
    });
    expect(await get('/v1/team/credit-usage')).toMatchObject({
      success: true,
      data: { remaining_credits: expect.any(Number) },
    });
    expect(await get('/v2/team/token-usage')).toMatchObject({ data: { remainingTokens: expect.any(Number) } });
    expect(await get('/v1/team/token-usage')).toMatchObject({ data: { remaining_tokens: expect.any(Number) } });
    expect(await get('/v2/team/queue-status')).toMatchObject({
      success: true,
      jobsInQueue: 0,
      maxConcurrency: 8,
      mostRecentSuccess: expect.stringMatching(/^\d/),
    });
    expect(await get('/v2/concurrency-check')).toEqual({ success: true, concurrency: 0, maxConcurrency: 8 });
    const { periods } = await get('/v2/team/credit-usage/historical?byApiKey=true');
    expect(periods).toEqual([
      { startDate: expect.any(String), endDate: null, apiKey: 'option', creditsUsed: expect.any(Number) },
    ]);
    expect(periods[0].creditsUsed).toBeGreaterThan(10);
    expect((await get('/v1/team/credit-usage/historical?byApiKey=true')).periods).toEqual(periods);
  });

  it('refuse work with 402 once the budget is used up', async () => {
    await own.call('PATCH', '/local/settings', { monthlyCredits: 1 });
    for (const [path, body] of [
      ['/v2/scrape', { url: urls(1)[0] }],
      ['/v2/crawl', { url: urls(1)[0] }],
      ['/v2/batch/scrape', { urls: urls(2) }],
      ['/v2/map', { url: urls(1)[0] }],
    ] as const) {
      const answer = await own.call('POST', path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 402, 'PAYMENT_REQUIRED']);
      expect(answer.body.error).toContain('credits');
    }
  });
});
