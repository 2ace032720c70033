import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openZip } from '../../core/contract/zip';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { startTestEngine, type TestEngine } from '../support/engine';
import { allResults, untilEnded } from '../support/jobs';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

const pages = 100;
const secretKey = randomBytes(32).toString('base64');
let server: PostgresServer;
let site: CrawlSite;
let dataDir: string;
let env: NodeJS.ProcessEnv;
let engine: TestEngine;

const start = async () => {
  engine = await startTestEngine({ dataDir, env });
};
const crawl = async (limit = pages) => {
  const body = {
    url: `${site.url}/p/0`,
    crawlEntireDomain: true,
    sitemap: 'skip',
    limit,
    scrapeOptions: { maxAge: 0 },
  };
  const answer = await engine.call('POST', '/v2/crawl', body);
  return `/v2/crawl/${answer.body.id as string}`;
};
const completed = async (path: string): Promise<number> =>
  (await engine.call('GET', `${path}?limit=1`)).body.completed as number;
const untilMore = (path: string, than: number) =>
  expect.poll(() => completed(path).catch(() => 0), { timeout: 60_000, interval: 20 }).toBeGreaterThan(than);
const expectWhole = async (path: string, count = pages) => {
  expect(await untilEnded(engine, path, 90_000)).toMatchObject({ status: 'completed', completed: count, total: count });
  const urls = (await allResults(engine, path)).map(({ metadata }) => metadata.sourceURL as string);
  expect([urls.length, new Set(urls).size]).toEqual([count, count]);
};

describe.skipIf(noPostgres)('an engine on PostgreSQL', () => {
  beforeAll(async () => {
    [server, site, dataDir] = await Promise.all([
      startPostgres(),
      startCrawlSite(pages),
      mkdtemp(join(tmpdir(), 'gleaner-pg-engine-')),
    ]);
    const url = new URL(await server.database());
    url.password = 'hidden-word';
    env = { GLEANER_DATABASE_URL: url.href, GLEANER_SECRET_KEY: secretKey };
    await start();
  }, 90_000);
  afterAll(async () => {
    await engine?.stop();
    await site?.close();
    await server?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('scrapes, finds its own pages, and keeps both after a restart', async () => {
    const scraped = await engine.call('POST', '/v2/scrape', { url: `${site.url}/p/7` });
    expect(scraped.body.data.markdown).toContain('harbour number 7');
    const search = async () => (await engine.call('POST', '/v2/search', { query: 'harbour ships' })).body.data.web;
    expect((await search())[0].url).toBe(`${site.url}/p/7`);
    await engine.stop();
    await start();
    expect((await search())[0].url).toBe(`${site.url}/p/7`);
    expect((await engine.call('POST', '/v2/scrape', { url: `${site.url}/p/7` })).body.data.metadata.cacheState).toBe(
      'hit',
    );
  }, 60_000);

  it('reveals the database password to nobody', async () => {
    const settings = await engine.call('GET', '/local/settings');
    const shown = JSON.stringify(settings.body);
    expect([settings.status, /hidden-word/.test(shown), shown.includes(secretKey)]).toEqual([200, false, false]);
    const archive = await fetch(`${engine.url}/local/diagnostics`, {
      headers: { authorization: `Bearer ${engine.key}` },
    });
    const zip = openZip(new Uint8Array(await archive.arrayBuffer()));
    expect(zip?.names).toEqual(expect.arrayContaining(['settings.json', 'log.txt']));
    for (const name of zip?.names ?? []) {
      const text = (await zip?.text(name)) ?? 'hidden-word';
      expect([name, text.includes('hidden-word'), text.includes(secretKey)]).toEqual([name, false, false]);
    }
  });

  it('refers to the PostgreSQL tools for backup and restore', async () => {
    const made = await engine.call('POST', '/local/backups', {});
    expect([made.status, made.body]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })]);
    expect(made.body.error).toContain('pg_dump');
    const headers = { 'content-type': 'application/gzip' };
    const restored = await engine.call('POST', '/local/restore', 'a backup of a data folder', headers);
    expect([restored.status, restored.body.code]).toEqual([409, 'CONFLICT']);
    expect(restored.body.error).toContain('pg_restore');
    expect((await engine.call('GET', '/local/storage')).body.isRestorePending).toBe(false);
  });

  it('runs a batch and a table', async () => {
    const urls = [1, 2, 3].map((n) => `${site.url}/p/${n}`);
    const batch = await engine.call('POST', '/v2/batch/scrape', { urls });
    await expectWhole(`/v2/batch/scrape/${batch.body.id as string}`, 3);
    const recipe = {
      version: 1,
      name: 'links',
      pages: [`${site.url}/p/*`],
      records: { selector: 'li' },
      fields: [{ name: 'title', type: 'text', sources: [{ selector: 'a' }] }],
      health: { pages: 1, rows: 1, fill: { title: 1 } },
    };
    const table = await engine.call('POST', '/v2/table', { url: `${site.url}/p/0`, recipe });
    const read = async () => (await engine.call('GET', `/v2/table/${table.body.id as string}`)).body;
    await expect.poll(async () => (await read()).status, { timeout: 30_000, interval: 50 }).toBe('completed');
    expect((await read()).data).toEqual([{ title: 'Page 1' }, { title: 'Page 2' }]);
  }, 60_000);

  it('loses and repeats no page of a crawl after a crash and an outage of its server during the restart', async () => {
    site.slow(10);
    const path = await crawl();
    await untilMore(path, 20);
    await engine.stop('SIGKILL');
    await start();
    await server.stop();
    await server.start();
    await expectWhole(path);
  }, 120_000);

  it('answers 503 while the server is unreachable; its crawl waits and resumes', async () => {
    site.slow(10);
    const path = await crawl();
    await untilMore(path, 20);
    await server.stop();
    const answer = await engine.call('GET', path);
    expect([answer.status, answer.headers.get('retry-after'), answer.body.code]).toEqual([
      503,
      '5',
      'DATABASE_UNAVAILABLE',
    ]);
    expect(answer.body.error).toMatch(/^The database .* cannot be reached/);
    const scrape = await engine.call('POST', '/v2/scrape', { url: `${site.url}/p/9`, maxAge: 0 });
    expect([200, 503]).toContain(scrape.status);
    await server.start();
    await expectWhole(path);
  }, 120_000);

  it('returns metrics while the server is unreachable or hangs, and reports it in them', async () => {
    const figures = async () => {
      const { status, body } = await engine.call('GET', '/metrics');
      const value = (name: string) => new RegExp(`^${name}(?:\\{.*\\})? (\\d+)`, 'm').exec(body as string)?.[1];
      return [status, ...['gleaner_database_up', 'gleaner_jobs', 'gleaner_pages_limit'].map(value)];
    };
    const whole = [200, '1', expect.any(String), expect.any(String)];
    const without = [200, '0', undefined, expect.any(String)];
    expect(await figures()).toEqual(whole);
    await server.stop();
    expect(await figures()).toEqual(without);
    await server.start();
    await expect.poll(figures, { timeout: 30_000, interval: 50 }).toEqual(whole);
    const database = nameIn(env.GLEANER_DATABASE_URL ?? '');
    const holder = new pg.Client({ host: server.folder, user: 'postgres', database });
    await holder.connect();
    try {
      await holder.query('begin; lock table job');
      expect(await figures()).toEqual(without);
    } finally {
      await holder.end();
    }
    await expect.poll(figures, { timeout: 30_000, interval: 50 }).toEqual(whole);
  }, 120_000);

  it('exits with a message when the server is unreachable at the start', async () => {
    const away = { GLEANER_DATABASE_URL: 'postgres://me:hidden-word@127.0.0.1:9/x' };
    const failed = await startTestEngine({ env: away }).catch((thrown: Error) => thrown.message);
    expect(failed).toContain(
      'the engine ended with 1: Gleaner could not start: The database x at 127.0.0.1:9 cannot be reached',
    );
    expect(failed).not.toContain('hidden-word');
  }, 30_000);
});
