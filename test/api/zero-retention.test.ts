import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startCrawlSite } from '../support/crawl-site';
import { startTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { allResults, untilEnded } from '../support/jobs';

/** Returns the names of the tables that contain rows. Excludes internal tables of SQLite and Kysely. */
function tablesWithRows(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const names = tables
    .map(({ name }) => String(name))
    .filter((name) => !/^(kysely_|sqlite_|meta$|page_words_config$)/.test(name));
  // An empty full-text index contains two internal records, with the IDs 1 and 10.
  const own = (name: string) => (name === 'page_words_data' ? 'where id > 10' : '');
  const full = names.filter((name) => database.prepare(`select 1 from "${name}" ${own(name)} limit 1`).get());
  database.close();
  return full;
}

it('fails jobs with zero retention that exceed memory with a message, and refuses another one', async () => {
  const site = await startCrawlSite(0);
  const engine = await startTestEngine({ env: { GLEANER_ZERO_RETENTION_MB: '2' } });
  const paths = Array.from({ length: 40 }, (_, index) => `/large/${index}`);
  for (const path of paths) {
    const words = randomBytes(60_000)
      .toString('hex')
      .match(/.{1,9}/g);
    site.answer(path, 200, {}, `<main><h1>Large</h1><p>${words?.join(' ')}</p></main>`);
  }
  const body = { urls: paths.map((path) => site.url + path), zeroDataRetention: true };
  const started = await engine.call('POST', '/v2/batch/scrape', body);
  const path = `/v2/batch/scrape/${started.body.id}`;
  const status = await untilEnded(engine, path);
  expect(status).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^The memory for zero-retention results/),
  });
  expect(status.completed).toBeGreaterThan(5);
  expect(status.completed).toBeLessThan(40);
  expect((await allResults(engine, path)).length).toBe(status.completed);
  const another = await engine.call('POST', '/v2/batch/scrape', body);
  expect([another.status, another.body.code]).toEqual([503, 'ZERO_RETENTION_FULL']);
  expect((await engine.call('POST', '/v2/batch/scrape', { ...body, zeroDataRetention: false })).status).toBe(200);
  await engine.stop();
  await site.close();
});

it('keeps a job with zero retention off the disk and the log, readable until the process ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-zero-'));
  const site = await startCrawlSite(8);
  const engine = await startTestEngine({ dataDir });
  let log = '';
  engine.process.stderr?.on('data', (piece) => {
    log += piece;
  });
  const secret = 'a-path-nobody-may-see';
  site.answer(
    `/${secret}`,
    200,
    {},
    '<main><h1>Secret</h1><p>A page that must not be kept, nor its address.</p></main>',
  );
  const start = async (kind: string, body: object, headers?: Record<string, string>) =>
    (await engine.call('POST', `/v2/${kind}`, { zeroDataRetention: true, ...body }, headers)).body.id as string;
  const keyed = { 'x-idempotency-key': randomUUID() };
  const pictured = { urls: [`${site.url}/${secret}`], formats: ['markdown', 'screenshot'] };
  const batch = await start('batch/scrape', pictured, keyed);
  expect(await start('batch/scrape', pictured, keyed)).toBeUndefined();
  const crawl = await start('crawl', { url: `${site.url}/p/0?${secret}`, crawlEntireDomain: true, sitemap: 'skip' });
  const failing = await start('crawl', { url: `http://127.0.0.1:9/${secret}`, sitemap: 'skip' });
  const status = await untilEnded(engine, `/v2/batch/scrape/${batch}`);
  expect(status).toMatchObject({ status: 'completed', completed: 1, creditsUsed: 2 });
  const [document] = (await engine.call('GET', `/v2/batch/scrape/${batch}`)).body.data;
  expect(document.markdown).toContain('Secret');
  expect(document.screenshot).toMatch(/^data:image\/png;base64,iVBOR/);
  expect((await untilEnded(engine, `/v2/crawl/${crawl}`)).completed).toBeGreaterThan(1);
  expect((await untilEnded(engine, `/v2/crawl/${failing}`)).status).toBe('failed');
  const listed = (path: string) =>
    engine.call('GET', path).then(({ body }) => body.items.map(({ id }: { readonly id: string }) => id));
  expect(await listed('/local/jobs')).toEqual([failing, crawl, batch]);
  expect(await listed(`/local/jobs?before=${failing}`)).toEqual([crawl, batch]);
  expect((await engine.call('GET', '/local/activity')).body.items).toEqual([]);
  const { periods } = (await engine.call('GET', '/v2/team/credit-usage/historical')).body;
  expect(periods[0].creditsUsed).toBeGreaterThan(2);
  await engine.stop();
  // `grep` exits with 1 if it finds nothing.
  expect(spawnSync('grep', ['-rla', secret, dataDir]).status).toBe(1);
  expect(tablesWithRows(join(dataDir, 'gleaner.db'))).toEqual(['idempotency', 'activity']);
  expect(log).not.toContain(secret);
  const restarted = await startInProcess({ dataDir });
  expect((await restarted.call('GET', `/v2/batch/scrape/${batch}`)).status).toBe(404);
  await restarted.stop();
  await site.close();
  await rm(dataDir, { recursive: true });
}, 90_000);
