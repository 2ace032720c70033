/**
 * Tests a shared database with hostile rows, e.g. from a malicious worker or from somebody with access to the server.
 */
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

let server: PostgresServer;
let engine: TestEngine;
let site: FixtureSite;
let url: string;
const sql = (text: string) => server.query(text, nameIn(url));

describe.skipIf(noPostgres)('an engine whose database contains hostile rows', () => {
  beforeAll(async () => {
    [server, site] = await Promise.all([startPostgres(), startFixtureSite()]);
    url = await server.database();
    // The engine refuses all private addresses except the test site's.
    engine = await startTestEngine({ allowPrivateNetwork: false, env: { GLEANER_DATABASE_URL: url } });
    await engine.call('PATCH', '/local/settings', { allowedHosts: [site.host] });
  }, 60_000);
  afterAll(async () => {
    await engine?.stop();
    await site?.close();
    await server?.remove();
  });

  const batch = async () => {
    const urls = [`${site.url}/article`, `${site.url}/`];
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls, maxAge: 0 })).body;
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    return id as string;
  };
  const isUsable = async () => {
    expect((await engine.call('GET', '/health')).status).toBe(200);
    expect((await engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, maxAge: 0 })).status).toBe(200);
    expect(engine.process.exitCode).toBe(null);
  };

  it('does not send requests for tasks that name private addresses or files', async () => {
    const id = await batch();
    await engine.call('POST', `/local/jobs/${id}/pause`, {});
    const start = { urls: Array.from({ length: 4 }, (_, n) => `${site.url}/${n}`), maxAge: 0, delay: 60 };
    const next = (await engine.call('POST', '/v2/batch/scrape', { ...start, ignoreInvalidURLs: true })).body.id;
    const targets = ['http://169.254.169.254/latest', 'file:///etc/passwd', 'http://127.0.0.1:1/', 'nonsense'];
    for (const [place, target] of targets.entries())
      await sql(`update task set url = '${target}', state = 0 where place = (select min(place) + ${place} from task
        where queue = (select id from queue where job = '${next}'))
        and queue = (select id from queue where job = '${next}')`);
    await untilEnded(engine, `/v2/batch/scrape/${next}`, 60_000);
    const { body } = await engine.call('GET', `/v2/batch/scrape/${next}`);
    expect(JSON.stringify(body)).not.toMatch(/root:|ami-id/);
    await isUsable();
  }, 90_000);

  it('answers all routes while records are not valid JSON', async () => {
    const id = await batch();
    const scraped = (await engine.call('POST', '/v2/scrape', { url: `${site.url}/article` })).body.data.metadata;
    await sql(`update body set data = '\\x${Buffer.from(zstdCompressSync('{"a":1}\n{')).toString('hex')}'`);
    await sql(`update scrape set record = '{'; update told set record = '['; update node set record = 'null';
      update result set title = repeat('x', 1000000); update content set data = '\\x00', bytes = 9007199254740991;
      update activity set record = 'undefined'`);
    const paths = [
      ...['/local/jobs', `/local/jobs/${id}`, `/v2/batch/scrape/${id}`, `/local/jobs/${id}/rows`],
      ...[`/local/jobs/${id}/export?format=csv`, '/local/history', `/v2/scrape/${scraped.scrapeId}`, '/local/workers'],
      ...['/local/storage', '/v2/team/activity', '/metrics', '/local/usage'],
    ];
    for (const path of paths) {
      const { status } = await engine.call('GET', path);
      expect.soft([path, status]).toEqual([path, expect.any(Number)]);
    }
    await isUsable();
  }, 60_000);

  it('reads a bomb in a body as damage, with bounded memory', async () => {
    const id = await batch();
    const bomb = Buffer.from(zstdCompressSync(Buffer.alloc(800 * 1024 ** 2)));
    await sql(
      `update body set data = '\\x${bomb.toString('hex')}' where queue = (select id from queue where job = '${id}')`,
    );
    const { status, body } = await engine.call('GET', `/v2/batch/scrape/${id}`);
    expect([status, body.data]).toEqual([200, []]);
    await isUsable();
  }, 60_000);

  it('keeps running when a job record is damaged', async () => {
    const id = await batch();
    await sql(`update job set record = '{"id":' where id = '${id}'`);
    for (const path of ['/local/jobs', `/local/jobs/${id}`, `/v2/batch/scrape/${id}`])
      expect.soft((await engine.call('GET', path)).status).toBeLessThan(600);
    await isUsable();
    const kept = await batch();
    expect((await engine.call('GET', `/local/jobs/${kept}`)).status).toBe(200);
    const { status, body } = await engine.call('GET', '/local/jobs');
    expect.soft([status, body.items?.some((item: { id: string }) => item.id === kept)]).toEqual([200, true]);
  }, 60_000);
});
