import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import type { TestEngine } from '../support/engine';
import { startTestEngine } from '../support/start-engine';

let engine: TestEngine;
let site: CrawlSite;
let client: Firecrawl;
beforeAll(async () => {
  [engine, site] = await Promise.all([startTestEngine(), startCrawlSite(12)]);
  client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const options = () => ({ crawlEntireDomain: true, limit: 12, sitemap: 'skip' as const });

it('crawl waits for all pages', async () => {
  const job = await client.crawl(`${site.url}/p/0`, { ...options(), pollInterval: 1 });
  expect(job.status).toBe('completed');
  expect(job.data.length).toBe(12);
  expect(job.data[0]?.markdown).toContain('harbour');
});

it('startCrawl, getCrawlStatus, getCrawlErrors, getActiveCrawls and cancelCrawl work on one job', async () => {
  site.slow(200);
  const { id } = await client.startCrawl(`${site.url}/p/0`, options());
  expect((await client.getCrawlStatus(id)).status).toBe('scraping');
  expect((await client.getActiveCrawls()).crawls.map((crawl) => crawl.id)).toContain(id);
  expect(await client.getCrawlErrors(id)).toMatchObject({ errors: [], robotsBlocked: expect.any(Array) });
  expect(await client.cancelCrawl(id)).toBe(true);
  site.slow(0);
});

it('the watcher gets each document and the end over a WebSocket', async () => {
  site.slow(50);
  const { id } = await client.startCrawl(`${site.url}/p/0`, options());
  const watcher = client.watcher(id, { kind: 'crawl', pollInterval: 1, timeout: 60 });
  const documents: unknown[] = [];
  watcher.on('document', (document: unknown) => documents.push(document));
  const done = new Promise<{ status: string; data: unknown[] }>((resolve, reject) => {
    watcher.on('done', resolve);
    watcher.on('error', reject);
  });
  await watcher.start();
  const end = await done;
  site.slow(0);
  expect(end.status).toBe('completed');
  expect(end.data.length).toBe(12);
  expect(documents.length).toBeGreaterThan(0);
});

it('batchScrape waits for all pages and lists what is no address', async () => {
  const batch = await client.batchScrape([`${site.url}/p/0`, `${site.url}/p/1`, 'nonsense'], {
    ignoreInvalidURLs: true,
    pollInterval: 1,
  });
  expect([batch.status, batch.data.length]).toEqual(['completed', 2]);
  const started = await client.startBatchScrape([`${site.url}/p/0`, 'nonsense'], { ignoreInvalidURLs: true });
  expect(started.invalidURLs).toEqual(['nonsense']);
  expect(await client.getBatchScrapeErrors(started.id)).toMatchObject({ errors: [] });
});

it('map, credits, tokens, queue and concurrency answer what the client reads', async () => {
  expect((await client.map(site.url)).links.length).toBeGreaterThan(2);
  expect((await client.getCreditUsage()).remainingCredits).toBeGreaterThan(0);
  expect((await client.getTokenUsage()).remainingTokens).toBeGreaterThan(0);
  expect((await client.getQueueStatus()).maxConcurrency).toBe(8);
  expect((await client.getConcurrency()).maxConcurrency).toBe(8);
  expect((await client.getCreditUsageHistorical()).periods.length).toBe(1);
});

it('the v1 client crawls, scrapes batches, maps and watches', async () => {
  const crawl = await client.v1.crawlUrl(`${site.url}/p/0`, { limit: 5, allowBackwardLinks: true, maxDepth: 3 });
  expect(crawl).toMatchObject({ success: true, status: 'completed', completed: 5 });
  const batch = await client.v1.batchScrapeUrls([`${site.url}/p/0`, `${site.url}/p/1`], { formats: ['markdown'] });
  expect(batch).toMatchObject({ success: true, status: 'completed' });
  const map = await client.v1.mapUrl(site.url, {});
  expect(map).toMatchObject({ success: true, links: expect.arrayContaining([`${site.url}/p/1`]) });
  const watch = await client.v1.crawlUrlAndWatch(`${site.url}/p/0`, { limit: 3, allowBackwardLinks: true });
  const end = await new Promise<{ detail: { status: string; data: unknown[] } }>((resolve, reject) => {
    watch.addEventListener('done', (event) => resolve(event as never));
    watch.addEventListener('error', reject);
  });
  expect(end.detail).toMatchObject({ status: 'completed' });
});
