import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { startTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { allResults, untilEnded } from '../support/jobs';

const pages = 400;
let site: CrawlSite;
let dataDir: string;
beforeAll(async () => {
  [site, dataDir] = await Promise.all([startCrawlSite(pages), mkdtemp(join(tmpdir(), 'gleaner-crash-'))]);
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('loses and repeats no page in five crashes at random moments, except those in flight', async () => {
  const kills = 5;
  const concurrency = 8;
  site.slow(10);
  const crawl = { url: `${site.url}/p/0`, crawlEntireDomain: true, sitemap: 'skip', scrapeOptions: { maxAge: 0 } };
  let path = '';
  const acknowledged = new Set<string>();
  for (let kill = 0; kill < kills; kill++) {
    const engine = await startTestEngine({ dataDir });
    path ||= `/v2/crawl/${(await engine.call('POST', '/v2/crawl', crawl)).body.id}`;
    const enough = acknowledged.size + 15 + Math.floor(Math.random() * 30);
    await expect
      .poll(async () => (await engine.call('GET', `${path}?limit=1`)).body.completed, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(enough);
    for (const { metadata } of await allResults(engine, path)) acknowledged.add(metadata.sourceURL);
    await engine.stop('SIGKILL');
  }
  const engine = await startInProcess({ dataDir });
  const end = await untilEnded(engine, path, 120_000);
  expect(end).toMatchObject({ status: 'completed', completed: pages, total: pages });
  const urls = (await allResults(engine, path)).map(({ metadata }) => metadata.sourceURL as string);
  expect(urls.length).toBe(pages);
  expect(new Set(urls).size).toBe(pages);
  for (const url of acknowledged) expect(urls).toContain(url);
  expect(site.pageHits() - pages).toBeLessThanOrEqual(kills * (concurrency + 2));
  await engine.stop();
}, 400_000);

it('resumes a crawl when the engine restarts in its process', async () => {
  site.slow(10);
  const engine = await startTestEngine();
  const crawl = { url: `${site.url}/p/0`, crawlEntireDomain: true, sitemap: 'skip', limit: 120 };
  const { body } = await engine.call('POST', '/v2/crawl', { ...crawl, scrapeOptions: { maxAge: 0 } });
  const seen = () => engine.call('GET', `/v2/crawl/${body.id}?limit=1`).then((answer) => answer.body);
  await expect.poll(async () => (await seen()).completed, { timeout: 20_000, interval: 10 }).toBeGreaterThan(5);
  expect((await engine.call('POST', '/local/restart', {})).status).toBe(200);
  await expect
    .poll(() => seen().catch(() => undefined), { timeout: 60_000, interval: 100 })
    .toMatchObject({ status: 'completed', completed: 120 });
  await engine.stop();
}, 120_000);
