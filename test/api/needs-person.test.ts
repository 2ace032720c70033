import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { type LoginSite, startLoginSite } from '../support/login-site';

vi.setConfig({ testTimeout: 60_000 });

let engine: TestEngine;
let site: LoginSite;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-person-'));
  [engine, site] = await Promise.all([startTestEngine({ dataDir }), startLoginSite()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Saves a page's session as the login `mine`, as a user would on the live page. */
async function keep(path: string) {
  const { id } = (await engine.call('POST', '/local/live', { url: site.url + path })).body;
  await engine.call('PUT', '/local/profiles/mine', { live: id });
  await engine.call('DELETE', `/local/live/${id}`);
}
const pausing = (more: object = {}) => ({ name: 'mine', onNeedsPerson: 'pause', ...more });
const paths = { batch: '/v2/batch/scrape', crawl: '/v2/crawl', table: '/v2/table' };
async function start(kind: keyof typeof paths, body: object) {
  const { id } = (await engine.call('POST', paths[kind], body)).body;
  const path = `${paths[kind]}/${id}`;
  return { id, path, status: async () => (await engine.call('GET', path)).body };
}
const batch = (pages: readonly string[], profile: object = pausing()) =>
  start('batch', { urls: pages.map((page) => site.url + page), profile });
const needs = (job: { status: () => Promise<{ needsPerson?: object }> }) =>
  expect.poll(async () => (await job.status()).needsPerson, { timeout: 20_000, interval: 50 });
const resume = (id: string) => engine.call('POST', `/local/jobs/${id}/resume`);
const errorsOf = async (path: string) => (await engine.call('GET', `${path}/errors`)).body.errors;

it('keeps a page waiting for a login over a crash, and reads it once the login was saved again', async () => {
  await keep('/enter');
  site.endSessions();
  const usual = await batch(['/orders'], { name: 'mine' });
  expect(await untilEnded(engine, usual.path)).toMatchObject({ status: 'completed', completed: 1 });

  const job = await batch(['/orders', '/open']);
  await needs(job).toMatchObject({ url: `${site.url}/orders`, pages: 1 });
  await expect.poll(async () => (await job.status()).completed).toBe(1);
  const { status, needsPerson } = await job.status();
  expect([status, Date.parse(needsPerson.until) - Date.parse(needsPerson.since)]).toEqual(['scraping', 30 * 60_000]);
  expect(needsPerson.message).toContain('requires a login despite the login "mine"');
  const [listed] = (await engine.call('GET', '/local/jobs?limit=1')).body.items;
  expect([listed.id, listed.state, listed.needsPerson]).toEqual([job.id, 'active', needsPerson]);

  await engine.stop('SIGKILL');
  engine = await startTestEngine({ dataDir });
  expect((await job.status()).needsPerson).toEqual(needsPerson);
  await resume(job.id);
  await needs(job).not.toEqual(needsPerson);
  await needs(job).toMatchObject({ url: `${site.url}/orders`, pages: 1 });
  await keep('/enter');
  expect((await resume(job.id)).status).toBe(200);
  expect(await untilEnded(engine, job.path)).toMatchObject({ status: 'completed', completed: 2, failed: 0 });
  const ended = await job.status();
  const titles = ended.data.map(({ metadata }: { metadata: { title: string } }) => metadata.title);
  expect([titles.sort(), ended.needsPerson]).toEqual([['Open to all', 'Orders of ada'], undefined]);
});

it('keeps a page waiting for human verification in a crawl and a table, and resumes it in a paused job', async () => {
  await keep('/enter');
  const crawl = await start('crawl', { url: `${site.url}/gate`, scrapeOptions: { profile: pausing() } });
  const field = { name: 'gold', type: 'text', sources: [{ selector: '#gold' }] };
  const recipe = { version: 1, name: 'gate', pages: [`${site.url}/*`], records: { selector: 'main' }, fields: [field] };
  const table = await start('table', { url: `${site.url}/gate`, recipe, scrapeOptions: { profile: pausing() } });
  for (const job of [crawl, table]) await needs(job).toMatchObject({ url: `${site.url}/gate` });
  expect((await table.status()).needsPerson.message).toContain('requires human verification');
  await engine.call('POST', `/local/jobs/${table.id}/pause`);
  await keep('/human');
  for (const { id } of [crawl, table]) await resume(id);
  expect(await untilEnded(engine, crawl.path)).toMatchObject({ status: 'completed', completed: 1 });
  const rows = () => expect.poll(table.status, { timeout: 20_000, interval: 50 });
  await rows().toMatchObject({ status: 'completed', data: [{ gold: 'Gold' }] });
});

it('fails waiting pages after the time limit with the reason, and Retry lets them wait again', async () => {
  await keep('/human');
  const job = await batch(['/orders', '/open'], pausing({ waitMinutes: 1 / 60 }));
  expect(await untilEnded(engine, job.path)).toMatchObject({ status: 'completed', completed: 1, failed: 1 });
  expect(await errorsOf(job.path)).toMatchObject([{ url: `${site.url}/orders`, code: 'SCRAPE_NEEDS_PERSON' }]);
  await engine.call('POST', `/local/jobs/${job.id}/retry`);
  await needs(job).toMatchObject({ pages: 1 });
  await engine.call('DELETE', job.path);
  expect(await job.status()).toMatchObject({ status: 'cancelled', completed: 1 });
  expect((await job.status()).needsPerson).toBeUndefined();
});

it('fails a scrape immediately, with advice', async () => {
  await keep('/human');
  const { status, body } = await engine.call('POST', '/v2/scrape', { url: `${site.url}/orders`, profile: pausing() });
  expect([status, body.code]).toEqual([403, 'SCRAPE_NEEDS_PERSON']);
  expect(body.error).toContain('requires a login despite the login "mine"');
});
