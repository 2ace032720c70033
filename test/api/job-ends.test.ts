import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { type TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: CrawlSite;
let troubled: CrawlSite;
beforeAll(async () => {
  [engine, site, troubled] = await Promise.all([sharedTestEngine(), startCrawlSite(30), startCrawlSite(5)]);
  troubled.answer('/robots.txt', 503);
  site.answer(
    '/docs/',
    200,
    {},
    '<main><h1>Docs</h1><p>A page whose links all lead up, to the rest of the site.</p></main><a href="/p/1">Up</a>',
  );
  site.answer('/leads-out', 302, { location: 'http://127.0.0.2:9/out' });
  site.answer('/gone', 404, {}, '<h1>Not here</h1><p>This page has moved away.</p>');
});
afterAll(() => Promise.all([engine.stop(), site.close(), troubled.close()]));

const down = 'http://127.0.0.1:9/down.html';

/** Starts a job and waits until it has ended. Returns the job's status and errors. */
async function run(kind: 'crawl' | 'batch/scrape', body: object) {
  const started = await engine.call('POST', `/v2/${kind}`, body);
  expect(started.status).toBe(200);
  const path = `/v2/${kind}/${started.body.id}`;
  const status = await untilEnded(engine, path);
  return { id: started.body.id, status, ...(await engine.call('GET', `${path}/errors`)).body };
}

describe.concurrent('a job without results fails', () => {
  it('with the error of its start page', async () => {
    const { status, errors } = await run('crawl', { url: down });
    expect(status).toMatchObject({ success: true, status: 'failed', completed: 0, failed: 1 });
    expect(status.error).toMatch(/^Specified URL is failing to load: .*nothing is listening/);
    expect(status.warning).toBeUndefined();
    expect(errors).toEqual([expect.objectContaining({ url: down, code: 'SCRAPE_SITE_ERROR' })]);
  });

  it('with the first error of its pages', async () => {
    const { status } = await run('batch/scrape', { urls: ['http://no-such-host.invalid/', down] });
    expect(status).toMatchObject({
      status: 'failed',
      failed: 2,
      error: expect.stringMatching(/^DNS resolution failed/),
    });
  });

  it('when all of its URLs are invalid', async () => {
    const { status } = await run('batch/scrape', { urls: ['nonsense', 'ftp://x.example/'], ignoreInvalidURLs: true });
    expect(status).toMatchObject({ status: 'failed', error: expect.stringMatching(/^None of the URLs/) });
  });

  it('but not when a page has a result', async () => {
    const { status, id } = await run('batch/scrape', { urls: [down, `${site.url}/gone`] });
    expect(status).toMatchObject({ status: 'completed', completed: 1, failed: 1, creditsUsed: 1 });
    expect((await engine.call('GET', `/local/jobs/${id}`)).body.errorPages).toBe(1);
    const { items } = (await engine.call('GET', '/local/jobs')).body;
    expect(items.find((job: { id: string }) => job.id === id)?.errorPages).toBe(1);
  });
});

describe.concurrent('the warning of a crawl', () => {
  it('mentions the limit only if pages were skipped because of it', async () => {
    const { status } = await run('crawl', {
      url: `${site.url}/p/0`,
      crawlEntireDomain: true,
      sitemap: 'skip',
      limit: 5,
    });
    expect(status.completed).toBe(5);
    expect(status.warning).toContain('stopped at its limit of 5 pages');
    const whole = await run('crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true, sitemap: 'skip', limit: 30 });
    expect(whole.status.completed).toBe(30);
    expect(whole.status.warning ?? '').not.toContain('limit');
  });

  it('mentions URLs that looked like traps', async () => {
    const links = Array.from({ length: 300 }, () => `<a href="/item?sid=${randomBytes(16).toString('hex')}">Item</a>`);
    site.answer('/shop', 200, {}, `<main><h1>Shop</h1><p>A page whose links differ in a session.</p></main>${links}`);
    site.answer('/item', 200, {}, '<main><h1>Item</h1><p>The same item, whatever the session is called.</p></main>');
    const { status } = await run('crawl', { url: `${site.url}/shop`, crawlEntireDomain: true, sitemap: 'skip' });
    expect(status.status).toBe('completed');
    expect(status.completed).toBeLessThan(150);
    expect(status.warning).toMatch(/^Skipped \d+ URLs that look like crawler traps/);
  });

  it('mentions links above its start', async () => {
    const { status } = await run('crawl', { url: `${site.url}/docs/`, sitemap: 'skip' });
    expect(status.warning).toMatch(/set `crawlEntireDomain`/);
  });

  it('mentions an unreachable robots.txt, whose site is skipped', async () => {
    const { status, errors, robotsBlocked } = await run('crawl', { url: `${troubled.url}/p/0`, sitemap: 'skip' });
    expect(status).toMatchObject({ status: 'completed', completed: 0, failed: 0 });
    expect(status.warning).toMatch(/start page is not among the results.*robots\.txt returned status 503/);
    expect(status.warning).not.toContain('crawlEntireDomain');
    expect(errors).toEqual([expect.objectContaining({ url: `${troubled.url}/p/0`, code: 'CRAWL_DENIED' })]);
    expect(robotsBlocked).toEqual([`${troubled.url}/p/0`]);
    expect(troubled.pageHits()).toBe(0);
  });
});

describe.concurrent('the errors of a crawl', () => {
  it('lists refused pages, the start page first, and counts skipped links only', async () => {
    site.answer(
      '/start',
      200,
      {},
      '<main><h1>Start</h1><p>A page that leads on, and out.</p></main><a href="/leads-out">Out</a><a href="/p/29">In</a><a href="http://127.0.0.2:9/x">Outside</a>',
    );
    const { status, errors } = await run('crawl', {
      url: `${site.url}/start`,
      crawlEntireDomain: true,
      sitemap: 'skip',
      includePaths: ['^/leads-out', '^/p/29'],
    });
    expect(status).toMatchObject({ status: 'completed', completed: 1 });
    expect(status.skipped).toBeGreaterThan(1);
    expect(errors[0]).toMatchObject({ url: `${site.url}/start`, code: 'CRAWL_DENIED' });
    const others = errors.slice(1).map(({ url }: { url: string }) => url);
    expect(others).not.toContain('http://127.0.0.2:9/x');
  });
});
