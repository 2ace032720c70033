import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { type RunningTestEngine, startTestEngine, type TestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { untilEnded } from '../support/jobs';

const pages = 40;
let first: TestEngine;
let engine: RunningTestEngine;
let site: CrawlSite;
let dataDir: string;
beforeAll(async () => {
  [site, dataDir] = await Promise.all([startCrawlSite(pages), mkdtemp(join(tmpdir(), 'gleaner-care-'))]);
  first = await startTestEngine({ dataDir });
  engine = first;
});
afterAll(async () => {
  await engine.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

const care = (id: string, what: string, method = 'POST') => engine.call(method, `/local/jobs/${id}/${what}`);
const view = async (id: string) => (await engine.call('GET', `/local/jobs/${id}`)).body;

/** Starts a crawl of the entire site with `atATime` concurrent pages. Waits for its first pages. */
async function crawl(atATime = 2): Promise<string> {
  site.slow(15);
  const { body } = await engine.call('POST', '/v2/crawl', {
    url: `${site.url}/p/0`,
    crawlEntireDomain: true,
    sitemap: 'skip',
    maxConcurrency: atATime,
    scrapeOptions: { maxAge: 0 },
  });
  await expect
    .poll(async () => (await view(body.id)).progress.done, { interval: 10, timeout: 20_000 })
    .toBeGreaterThan(3);
  return body.id;
}

/** Returns the progress of a paused job once its in-flight pages have ended. */
async function rest(id: string) {
  await expect.poll(async () => (await view(id)).progress.inFlight, { interval: 20, timeout: 20_000 }).toBe(0);
  return (await view(id)).progress;
}

describe('a paused crawl', () => {
  it('starts no page, stays paused after a crash, and then reads the rest once', async () => {
    const before = site.pageHits();
    const id = await crawl();
    expect((await care(id, 'pause')).status).toBe(200);
    expect((await care(id, 'pause')).status).toBe(200);
    await care(id, 'keep', 'PUT');
    const paused = await view(id);
    expect([paused.state, typeof paused.pausedAt]).toEqual(['paused', 'string']);
    expect((await engine.call('GET', `/v2/crawl/${id}`)).body.status).toBe('scraping');
    await first.stop('SIGKILL');
    engine = await startInProcess({ dataDir });
    const { done, queued } = await rest(id);
    expect(queued).toBeGreaterThan(0);
    expect(await view(id)).toMatchObject({ state: 'paused', keptBy: 'person' });
    expect((await care(id, 'resume')).status).toBe(200);
    expect((await care(id, 'resume')).status).toBe(200);
    expect(await untilEnded(engine, `/v2/crawl/${id}`)).toMatchObject({ status: 'completed', completed: pages });
    expect((await view(id)).doneBefore).toBe(done);
    // Pages in flight when the engine was killed may be requested again.
    expect(site.pageHits() - before - pages).toBeLessThanOrEqual(2);
  });

  it('resumes in the same process, or can be cancelled', async () => {
    const before = site.pageHits();
    const id = await crawl();
    await care(id, 'pause');
    const { done } = await rest(id);
    const hits = site.pageHits();
    expect(done).toBe(hits - before);
    await care(id, 'resume');
    await expect.poll(() => site.pageHits(), { interval: 10, timeout: 20_000 }).toBeGreaterThan(hits + 3);
    await care(id, 'pause');
    expect((await care(id, 'cancel')).status).toBe(200);
    expect((await view(id)).state).toBe('cancelled');
  });
});

describe('a cancelled crawl', () => {
  it('can be resumed while pages are left, even after a restart', async () => {
    const id = await crawl();
    await care(id, 'cancel');
    await engine.stop();
    engine = await startInProcess({ dataDir });
    expect((await care(id, 'resume')).status).toBe(200);
    expect(await untilEnded(engine, `/v2/crawl/${id}`)).toMatchObject({ status: 'completed', completed: pages });
  });
});

describe('a finished job', () => {
  it('refuses pause and resume with the reason', async () => {
    const { body } = await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/p/1`] });
    await untilEnded(engine, `/v2/batch/scrape/${body.id}`);
    const said = await Promise.all(['pause', 'resume'].map((what) => care(body.id, what)));
    expect(said.map(({ status }) => status)).toEqual([409, 409]);
    expect(said.map(({ body: { error } }) => error).join(' ')).toMatch(/only a running job.*only a paused or/);
    expect((await care('01900000-0000-7000-8000-000000000000', 'pause')).status).toBe(404);
  });

  it('can be kept and released, except with zero retention', async () => {
    const [urls, scrape] = [[`${site.url}/p/1`], '/v2/batch/scrape'];
    const { id } = (await engine.call('POST', scrape, { urls })).body;
    await untilEnded(engine, `${scrape}/${id}`);
    expect((await care(id, 'keep', 'PUT')).status).toBe(200);
    expect((await view(id)).keptBy).toBe('person');
    expect((await engine.call('GET', `${scrape}/${id}`)).body.expiresAt).toMatch(/^9999/);
    await care(id, 'keep', 'DELETE');
    expect((await view(id)).keptBy).toBeUndefined();
    const zeroRetention = (await engine.call('POST', scrape, { urls, zeroDataRetention: true })).body.id;
    expect((await care(zeroRetention, 'keep', 'PUT')).body.code).toBe('BAD_REQUEST');
  });

  it('is deleted with its results; a running job is not', async () => {
    const id = await crawl(1);
    expect((await engine.call('DELETE', `/local/jobs/${id}`)).status).toBe(409);
    await care(id, 'cancel');
    expect((await engine.call('DELETE', `/local/jobs/${id}`)).status).toBe(200);
    expect((await engine.call('GET', `/v2/crawl/${id}`)).status).toBe(404);
    expect((await engine.call('GET', `/local/jobs/${id}/rows`)).status).toBe(404);
  });
});
