import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestEngine } from '../support/engine';
import { startFixtureSite } from '../support/fixture-site';

/** Processes that name a folder on their command line. */
async function processesOf(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid,args']);
  return stdout.split('\n').filter((line) => line.includes(folder));
}

it('ends within 5 s of SIGTERM, with exit code 0 and nothing orphaned, even while it scrapes', async () => {
  const [engine, site] = await Promise.all([startTestEngine(), startFixtureSite()]);
  const shot = await engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['screenshot'] });
  expect(shot.status).toBe(200);
  const running = engine
    .call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['screenshot'], waitFor: 8000 })
    .catch(() => undefined);
  await expect.poll(() => site.hits('/article')).toBeGreaterThan(1);
  const started = performance.now();
  expect(await engine.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(5000);
  await running;
  await expect.poll(() => processesOf(engine.dataDir)).toEqual([]);
  await site.close();
});

it('leaves no browser behind after kill -9, once it has started again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-kill-'));
  const site = await startFixtureSite();
  const first = await startTestEngine({ dataDir });
  await first.call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['screenshot'] });
  await first.stop('SIGKILL');
  const second = await startTestEngine({ dataDir });
  await second.call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['screenshot'], maxAge: 0 });
  expect(await second.stop()).toBe(0);
  await expect.poll(() => processesOf(dataDir)).toEqual([]);
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('keeps history and results over a restart, and windows signed in', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-restart-'));
  const site = await startFixtureSite();
  const first = await startTestEngine({ dataDir });
  const signedIn = await fetch(first.signInLink, { redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const { body } = await first.call('POST', '/v2/scrape', { url: `${site.url}/article` });
  await first.stop();
  const second = await startTestEngine({ dataDir, port: Number(new URL(first.url).port) });
  expect((await second.call('GET', `/v2/scrape/${body.data.metadata.scrapeId}`)).body.data).toEqual(body.data);
  const { items } = (await second.call('GET', '/local/history')).body;
  expect(items).toMatchObject([
    { url: `${site.url}/article`, title: 'The harbour', state: 'completed', formats: ['markdown'] },
  ]);
  expect((await fetch(`${second.url}/local/session`, { headers: { cookie } })).status).toBe(200);
  await Promise.all([second.stop(), site.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

it('says plainly that the port is taken or the folder is in use, and harms nothing', async () => {
  const engine = await startTestEngine();
  const port = Number(new URL(engine.url).port);
  await expect(startTestEngine({ port })).rejects.toThrow(/Port \d+ is in use/);
  await expect(startTestEngine({ dataDir: engine.dataDir })).rejects.toThrow(/in use|another|already/i);
  expect((await engine.call('GET', '/health')).body).toEqual({ status: 'ok' });
  await engine.stop();
});
