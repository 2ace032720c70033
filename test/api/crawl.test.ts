import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { type TestEngine } from '../support/engine';
import { allResults, untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: CrawlSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startCrawlSite(40)]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const start = async (body: object, version = 'v2') => {
  const answer = await engine.call('POST', `/${version}/crawl`, {
    url: `${site.url}/p/0`,
    scrapeOptions: { maxAge: 0 },
    ...body,
  });
  expect([answer.status, answer.body.success]).toEqual([200, true]);
  expect(answer.body.url).toBe(`${engine.url}/${version}/crawl/${answer.body.id}`);
  return { id: answer.body.id as string, path: `/${version}/crawl/${answer.body.id}` };
};
const crawl = async (body: object, version = 'v2') => {
  const { id, path } = await start(body, version);
  const status = await untilEnded(engine, path);
  const results = await allResults(engine, path);
  return {
    id,
    path,
    status,
    urls: results.map(({ metadata }) => new URL(metadata.sourceURL).pathname).sort(),
    results,
  };
};
const problems = async (id: string) =>
  (await engine.call('GET', `/local/jobs/${id}/problems?limit=1000`)).body.problems as {
    url: string;
    reason?: string;
    message: string;
  }[];

describe('a crawl', () => {
  it('finds every page once, and returns results page by page', async () => {
    const { status, urls, results, path } = await crawl({ crawlEntireDomain: true });
    expect(status).toMatchObject({
      success: true,
      status: 'completed',
      completed: 40,
      total: 40,
      failed: 0,
      creditsUsed: 40,
    });
    expect(new Set(urls).size).toBe(40);
    expect(results[0].markdown).toContain('Page 0 tells of harbour');
    expect(Date.parse(status.expiresAt)).toBeGreaterThan(Date.now() + 23 * 3600 * 1000);
    const first = (await engine.call('GET', `${path}?skip=0&limit=15`)).body;
    expect(first.data.length).toBe(15);
    expect(first.next).toBe(`${engine.url}${path}?skip=15&limit=15`);
    const last = (await engine.call('GET', `${path}?skip=30&limit=15`)).body;
    expect([last.data.length, 'next' in last]).toEqual([10, false]);
  });

  it('reports why each page was skipped', async () => {
    const { id, path } = await crawl({ crawlEntireDomain: true, limit: 5 });
    const reasons = Object.fromEntries((await problems(id)).map(({ url, reason }) => [new URL(url).pathname, reason]));
    expect(reasons).toMatchObject({ '/private/0': 'robots', '/pic.png': 'file-type', '/x': 'external' });
    const { body } = await engine.call('GET', `${path}/errors`);
    expect(body.robotsBlocked).toContain(`${site.url}/private/0`);
    expect(site.hits('/private/0')).toBe(0);
  });

  it('stays below the path of its start by default', async () => {
    site.answer(
      '/docs/',
      200,
      {},
      '<p>A page of documents with enough words to be content, and links.</p><a href="/docs/a">a</a><a href="/other">b</a>',
    );
    site.answer('/docs/a', 200, {}, '<p>Another page of documents with enough words to be the content of it.</p>');
    const { urls } = await crawl({ url: `${site.url}/docs/`, sitemap: 'skip' });
    expect(urls).toEqual(['/docs/', '/docs/a']);
  });

  it('stops at its limit, not counting failed pages', async () => {
    site.answer('/p/1', 200, { 'content-type': 'image/png' }, '\u0089PNG\r\n');
    const { status, urls } = await crawl({ crawlEntireDomain: true, limit: 10 });
    expect(status).toMatchObject({ failed: 1, total: status.completed });
    expect(status.completed).toBeGreaterThanOrEqual(9);
    expect(status.completed).toBeLessThanOrEqual(10);
    expect(urls).not.toContain('/p/1');
    site.answer(
      '/p/1',
      200,
      {},
      '<p>Page 1 is back again with a sentence that is long enough.</p><a href="/p/3">3</a><a href="/p/4">4</a>',
    );
  });

  it('stops at maxDiscoveryDepth', async () => {
    expect((await crawl({ crawlEntireDomain: true, maxDiscoveryDepth: 0 })).urls).toEqual(['/p/0']);
    expect((await crawl({ crawlEntireDomain: true, maxDiscoveryDepth: 1 })).urls).toEqual(['/p/0', '/p/1', '/p/2']);
  });

  it('crawls only paths that are included and not excluded', async () => {
    const { urls } = await crawl({ crawlEntireDomain: true, includePaths: ['^/p/[0-9]$'], excludePaths: ['/p/2$'] });
    expect(urls).toContain('/p/1');
    expect(urls).not.toContain('/p/2');
    expect(urls).not.toContain('/p/13');
  });

  it('reports a start page that fails its own filters, and follows its links', async () => {
    const { urls, id } = await crawl({ crawlEntireDomain: true, includePaths: ['^/p/[12]$'] });
    expect(urls).toEqual(['/p/1', '/p/2']);
    expect(await problems(id)).toContainEqual(expect.objectContaining({ url: `${site.url}/p/0`, reason: 'include' }));
  });

  it('reads sitemaps, and nothing else with `only`', async () => {
    site.answer(
      '/sitemap.xml',
      200,
      { 'content-type': 'application/xml' },
      `<urlset><url><loc>${site.url}/p/39</loc></url><url><loc>${site.url}/p/38</loc></url></urlset>`,
    );
    const { urls } = await crawl({ crawlEntireDomain: true, sitemap: 'only' });
    expect(urls).toEqual(['/p/0', '/p/38', '/p/39']);
    const included = await crawl({ crawlEntireDomain: true, maxDiscoveryDepth: 0 });
    expect(included.urls).toEqual(['/p/0', '/p/38', '/p/39']);
    const skipped = await crawl({ crawlEntireDomain: true, maxDiscoveryDepth: 0, sitemap: 'skip' });
    expect(skipped.urls).toEqual(['/p/0']);
    site.answer('/sitemap.xml', 404);
  });

  it('crawls pages that differ only in slash, www or index file once, and queries as requested', async () => {
    const links = ['/same/', '/same', '/same/index.html', '/same?x=1', '/same?x=2']
      .map((href) => `<a href="${href}">x</a>`)
      .join('');
    site.answer(
      '/links',
      200,
      {},
      `<p>A page that links to one page in five ways, which makes for a long sentence.</p>${links}`,
    );
    site.answer('/same', 200, {}, '<p>The same page under several names, with a sentence that is long enough.</p>');
    site.answer('/same/', 200, {}, '<p>The same page under several names, with a sentence that is long enough.</p>');
    const all = await crawl({ url: `${site.url}/links`, crawlEntireDomain: true, sitemap: 'skip' });
    expect(all.results.length).toBe(4);
    const plain = await crawl({
      url: `${site.url}/links`,
      crawlEntireDomain: true,
      sitemap: 'skip',
      ignoreQueryParameters: true,
    });
    expect(plain.results.length).toBe(2);
    const each = await crawl({
      url: `${site.url}/links`,
      crawlEntireDomain: true,
      sitemap: 'skip',
      deduplicateSimilarURLs: false,
    });
    expect(each.urls).toEqual(expect.arrayContaining(['/same/', '/same', '/same/index.html']));
  });

  it('retries pages of a busy site, and reports final failures', async () => {
    site.answer(
      '/busy',
      200,
      {},
      '<p>A start page with two links, and enough words to be the content.</p><a href="/busy/429">x</a><a href="/busy/reset">y</a>',
    );
    site.answer(
      '/busy/429',
      429,
      { 'retry-after': '1' },
      '<p>Come back later, this is a long enough sentence to count.</p>',
    );
    const { results, path } = await crawl({ url: `${site.url}/busy`, sitemap: 'skip' });
    expect(site.hits('/busy/429')).toBe(3);
    expect(results.map(({ metadata }) => metadata.statusCode).sort()).toEqual([200, 404, 429]);
    expect((await engine.call('GET', `${path}/errors`)).body).toEqual({ errors: [], robotsBlocked: [] });
  });

  it('waits between pages with delay', async () => {
    const started = performance.now();
    await crawl({ crawlEntireDomain: true, limit: 4, delay: 0.3, sitemap: 'skip' });
    expect(performance.now() - started).toBeGreaterThan(900);
  });

  it('revisits unlinked pages with change tracking', async () => {
    const body = {
      url: `${site.url}/album`,
      crawlEntireDomain: true,
      sitemap: 'skip',
      scrapeOptions: { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] },
    };
    const words = '<p>An album of harbour pictures with a sentence that is long enough to be content.</p>';
    site.answer('/album', 200, {}, `${words}<a href="/album/1">one</a><a href="/album/2">two</a>`);
    site.answer('/album/1', 200, {}, words.replace('An', 'The first'));
    site.answer('/album/2', 200, {}, words.replace('An', 'The second'));
    const trackedBy = async () => {
      const { results } = await crawl(body);
      return Object.fromEntries(
        results.map(({ metadata, changeTracking }) => [
          new URL(metadata.sourceURL).pathname,
          `${changeTracking.changeStatus} ${changeTracking.visibility}`,
        ]),
      );
    };
    expect(await trackedBy()).toEqual({
      '/album': 'new visible',
      '/album/1': 'new visible',
      '/album/2': 'new visible',
    });
    site.answer('/album', 200, {}, `${words}<a href="/album/1">one</a>`);
    expect(await trackedBy()).toEqual({
      '/album': expect.stringContaining('visible'),
      '/album/1': 'same visible',
      '/album/2': 'same hidden',
    });
  });

  it('supports v1, and each version can read the jobs of the other', async () => {
    const { id, status } = await crawl(
      { maxDepth: 3, allowBackwardLinks: true, limit: 6, scrapeOptions: { formats: ['markdown', 'html'] } },
      'v1',
    );
    expect(status.completed).toBe(6);
    const other = await engine.call('GET', `/v2/crawl/${id}?limit=2`);
    expect(other.body.next).toBe(`${engine.url}/v2/crawl/${id}?skip=2&limit=2`);
    expect(Object.keys(other.body.data[0]).sort()).toEqual(['html', 'markdown', 'metadata']);
  });

  it('can be cancelled immediately, twice, and keeps its results', async () => {
    site.slow(100);
    const { id, path } = await start({ crawlEntireDomain: true });
    await expect
      .poll(async () => (await engine.call('GET', path)).body.completed, { timeout: 10_000 })
      .toBeGreaterThan(1);
    const active = (await engine.call('GET', '/v2/crawl/active')).body;
    expect(active.crawls).toContainEqual(expect.objectContaining({ id, teamId: 'local', url: `${site.url}/p/0` }));
    for (const _ of [1, 2]) {
      const { status, body } = await engine.call('DELETE', path);
      expect([status, body]).toEqual([200, { status: 'cancelled' }]);
    }
    site.slow(0);
    const after = (await engine.call('GET', path)).body;
    expect(after).toMatchObject({ success: true, status: 'cancelled' });
    expect(after.data.length).toBe(after.completed);
    expect(after.completed).toBeLessThan(40);
    expect((await engine.call('GET', '/v2/crawl/active')).body.crawls).toEqual([]);
  });
});

describe('invalid requests', () => {
  it.each([
    ['a regex that does not compile', { includePaths: ['('] }, 400],
    ['a v1 name on v2', { maxDepth: 3 }, 400],
    ['an unknown key in scrapeOptions', { scrapeOptions: { nope: 1 } }, 400],
    ['a limit of 0', { limit: 0 }, 400],
    ['an unknown event', { webhook: { url: 'https://example.com', events: ['finished'] } }, 400],
    ['an idempotency key that is none', { header: 'x' }, 409],
  ])('%s', async (_, body, expected) => {
    const { header, ...rest } = body as { header?: string };
    const headers: Record<string, string> = header ? { 'x-idempotency-key': header } : {};
    const { status, body: answer } = await engine.call(
      'POST',
      '/v2/crawl',
      { url: `${site.url}/p/0`, ...rest },
      headers,
    );
    expect([status, answer.success, typeof answer.error]).toEqual([expected, false, 'string']);
  });

  it('accept an idempotency key once', async () => {
    const headers = { 'x-idempotency-key': '01890000-0000-7000-8000-00000000abcd' };
    const call = () => engine.call('POST', '/v2/crawl', { url: `${site.url}/p/39`, limit: 1 }, headers);
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(409);
  });

  it.each(['crawl', 'batch/scrape'])(
    'return 404 for an unknown %s and 400 for a malformed id, on every route',
    async (kind) => {
      for (const [method, tail] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/errors'],
      ] as const) {
        expect((await engine.call(method, `/v2/${kind}/01890000-0000-7000-8000-000000000000${tail}`)).status).toBe(404);
        expect((await engine.call(method, `/v1/${kind}/nonsense${tail}`)).status).toBe(400);
      }
    },
  );

  it.each([
    ['GET', ''],
    ['POST', '/retry'],
    ['GET', '/rows'],
    ['GET', '/rows/0'],
    ['GET', '/problems'],
    ['GET', '/reasons'],
    ['GET', '/deliveries'],
    ['GET', '/export?format=csv'],
  ] as const)('return 404 for an unknown job in the UI, too: %s /local/jobs/:id%s', async (method, tail) => {
    expect(await engine.call(method, `/local/jobs/01890000-0000-7000-8000-000000000000${tail}`)).toMatchObject({
      status: 404,
      body: { success: false, code: 'JOB_NOT_FOUND' },
    });
  });
});
