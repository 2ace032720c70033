import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import type { TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: CrawlSite;
let client: Firecrawl;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startCrawlSite(12)]);
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

it('startCrawl, getCrawlStatus, getCrawlErrors, getActiveCrawls and cancelCrawl handle one job', async () => {
  site.slow(200);
  const { id } = await client.startCrawl(`${site.url}/p/0`, options());
  expect((await client.getCrawlStatus(id)).status).toBe('scraping');
  expect((await client.getActiveCrawls()).crawls.map((crawl) => crawl.id)).toContain(id);
  expect(await client.getCrawlErrors(id)).toMatchObject({ errors: [], robotsBlocked: expect.any(Array) });
  expect(await client.cancelCrawl(id)).toBe(true);
  site.slow(0);
});

it('the watcher receives each document and the end over a WebSocket', async () => {
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

it('batchScrape waits for all pages and lists invalid URLs', async () => {
  const batch = await client.batchScrape([`${site.url}/p/0`, `${site.url}/p/1`, 'nonsense'], {
    ignoreInvalidURLs: true,
    pollInterval: 1,
  });
  expect([batch.status, batch.data.length]).toEqual(['completed', 2]);
  const started = await client.startBatchScrape([`${site.url}/p/0`, 'nonsense'], { ignoreInvalidURLs: true });
  expect(started.invalidURLs).toEqual(['nonsense']);
  expect(await client.getBatchScrapeErrors(started.id)).toMatchObject({ errors: [] });
});

it('map, credits, tokens, queue and concurrency return what the client expects', async () => {
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

describe.concurrent('a failing job', () => {
  const unknown = 'http://no-such-host.invalid/';
  const refused = 'http://127.0.0.1:9/';
  /** Polling interval and timeout, in seconds. The timeout stops clients that would otherwise poll forever. */
  const wait = { pollInterval: 1, timeout: 20 };
  const command = async (...args: string[]) => {
    const env = {
      ...process.env,
      HOME: tmpdir(),
      FIRECRAWL_API_URL: engine.url,
      FIRECRAWL_API_KEY: engine.key,
      FIRECRAWL_NO_UPDATE_CHECK: '1',
    };
    const program = [require.resolve('firecrawl-cli'), ...args];
    const { stdout } = await promisify(execFile)(process.execPath, program, { env, timeout: 30_000 });
    return JSON.parse(stdout);
  };

  it.each([unknown, refused])('ends the crawl and the batch of the v2 client for %s', async (url) => {
    const [crawl, batch] = await Promise.all([client.crawl(url, wait), client.batchScrape([url, refused], wait)]);
    expect([crawl.status, crawl.completed, crawl.data]).toEqual(['failed', 0, []]);
    expect([batch.status, batch.completed, batch.data]).toEqual(['failed', 0, []]);
  });

  it('ends the extract of the v2 client with the reason', async () => {
    const extract = await client.extract({ urls: [unknown], prompt: 'the price', ...wait });
    expect(extract).toMatchObject({ success: true, status: 'failed', error: expect.stringContaining('no-such-host') });
  });

  it('ends the watcher of the v2 client, whose first message has success and error', async () => {
    const { id } = await client.startCrawl(unknown);
    await client.batchScrape([unknown], wait);
    const watcher = client.watcher(id, { kind: 'crawl', ...wait });
    const done = new Promise<unknown>((resolve, reject) => {
      watcher.on('done', resolve);
      watcher.on('error', reject);
    });
    await watcher.start();
    await done;
    const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/v2/crawl/${id}`, engine.key);
    const first = await new Promise<MessageEvent>((resolve) => socket.addEventListener('message', resolve));
    expect(JSON.parse(first.data)).toMatchObject({
      type: 'catchup',
      data: { success: true, status: 'failed', error: expect.stringContaining('no-such-host'), data: [] },
    });
    socket.close();
  });

  it('ends the v1 client with the reason', async ({ expect }) => {
    const failed = /failed or was stopped. Status: failed/;
    await expect(client.v1.crawlUrl(unknown, {})).rejects.toThrow(failed);
    await expect(client.v1.batchScrapeUrls([refused], {})).rejects.toThrow(failed);
    await expect(client.v1.extract([unknown], { prompt: 'the price' })).rejects.toThrow(/failed.*no-such-host/s);
    const { id } = (await client.v1.asyncCrawlUrl(unknown, {})) as { id: string };
    await expect.poll(() => client.v1.checkCrawlStatus(id)).toMatchObject({ success: true, status: 'failed' });
  });

  it('ends the published command line', async () => {
    const args = ['--wait', '--poll-interval', '1', '--timeout', '20'];
    const crawl = await command('crawl', unknown, ...args);
    expect(crawl).toMatchObject({ status: 'failed', completed: 0, data: [] });
    const { id } = await client.startCrawl(refused);
    await untilEnded(engine, `/v2/crawl/${id}`);
    expect(await command('crawl', id)).toMatchObject({ id, status: 'failed', completed: 0 });
  });
});
