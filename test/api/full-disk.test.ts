import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../storage/small-disk';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { startTestEngine, type TestEngine } from '../support/engine';
import { allResults, untilEnded } from '../support/jobs';

const pages = 240;
/**
 * Returns text that cannot be compressed, so that the pages read after `fill` do not fit into the database log (at most
 * 4 MB).
 */
const noise = () => `<p>${randomBytes(18_000).toString('base64').match(/.{60}/g)?.join(' ')}</p>`;
const disk = mountSmallDisk('48m');
let site: CrawlSite;

describe.skipIf(!disk)('a crawl with a small disk (needs root on Linux, to mount it)', () => {
  beforeAll(async () => {
    site = await startCrawlSite(pages, noise);
    site.slow(20);
  });
  afterAll(async () => {
    await site.close();
    disk?.remove();
  });

  const fill = async () => {
    for (let bytes = 2 ** 26; bytes >= 1; bytes /= 2) {
      await writeFile(join(disk!.dir, 'ballast'), Buffer.alloc(bytes), { flag: 'a' }).catch(() => undefined);
    }
    expect((await statfs(disk!.dir)).bavail).toBe(0);
  };
  const free = () => rm(join(disk!.dir, 'ballast'));

  const completed = async (engine: TestEngine, path: string): Promise<number> =>
    (await engine.call('GET', `${path}?limit=1`)).body.completed;

  it('waits when the disk fills up, reports it, and resumes when there is space', async () => {
    const dataDir = join(disk!.dir, 'data');
    const engine = await startTestEngine({ dataDir });
    const start = { url: `${site.url}/p/0`, crawlEntireDomain: true, sitemap: 'skip', scrapeOptions: { maxAge: 0 } };
    const { body } = await engine.call('POST', '/v2/crawl', start);
    const path = `/v2/crawl/${body.id}`;
    await expect.poll(() => completed(engine, path), { timeout: 20_000, interval: 10 }).toBeGreaterThan(20);
    // Slows down the crawl, so that it does not end while the disk is being filled (a second or more).
    site.slow(3000);
    await fill();
    site.slow(20);
    // Uses a large batch, because small writes can still fit into the database log.
    const urls = Array.from({ length: 30_000 }, (_, n) => `${site.url}/p/${n}?${'x'.repeat(100)}`);
    const refused = await engine.call('POST', '/v2/batch/scrape', { urls });
    expect(refused).toMatchObject({
      status: 500,
      body: { code: 'STORAGE_ERROR', error: expect.stringMatching(/^The disk is full: .*Free some space/) },
    });
    // The pages in flight are still fetched. After that, the job sends no requests and only retries its writes.
    let before = -1;
    const isQuiet = () => {
      const last = before;
      before = site.pageHits();
      return last === before;
    };
    await expect.poll(isQuiet, { timeout: 20_000, interval: 700 }).toBe(true);
    const during = (await engine.call('GET', path)).body;
    expect(during.status).toBe('scraping');
    const kept = during.data.map(({ metadata }: { metadata: { sourceURL: string } }) => metadata.sourceURL);
    await free();
    const end = await untilEnded(engine, path, 60_000);
    expect(end).toMatchObject({ status: 'completed', completed: pages, total: pages });
    const found = (await allResults(engine, path)).map(({ metadata }) => metadata.sourceURL as string);
    expect(new Set(found).size).toBe(pages);
    expect(found.slice(0, kept.length)).toEqual(kept);
    expect(await engine.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  }, 120_000);

  it('that is full at the start can be read and cleaned up, and works again with space', async () => {
    const dataDir = join(disk!.dir, 'data');
    const first = await startTestEngine({ dataDir });
    const urls = Array.from({ length: 5 }, (_, n) => `${site.url}/p/${n}`);
    const path = `/v2/batch/scrape/${(await first.call('POST', '/v2/batch/scrape', { urls })).body.id}`;
    await untilEnded(first, path);
    const scraped = (await first.call('POST', '/v2/scrape', { url: `${site.url}/p/7` })).body.data.metadata.scrapeId;
    const { id } = (await first.call('POST', '/local/keys', { name: 'to go' })).body.item;
    expect(await first.stop()).toBe(0);
    await fill();
    const engine = await startTestEngine({ dataDir });
    expect(await allResults(engine, path)).toHaveLength(5);
    expect((await engine.call('GET', `/v2/scrape/${scraped}`)).status).toBe(200);
    expect((await engine.call('DELETE', `/local/history/${scraped}`)).status).toBe(200);
    expect((await engine.call('GET', `/v2/scrape/${scraped}`)).status).toBe(404);
    expect((await engine.call('DELETE', `/local/keys/${id}`)).status).toBe(200);
    await free();
    const again = (await engine.call('POST', '/v2/batch/scrape', { urls })).body.id;
    expect(await untilEnded(engine, `/v2/batch/scrape/${again}`)).toMatchObject({ status: 'completed', completed: 5 });
    expect(await engine.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  }, 120_000);
});
