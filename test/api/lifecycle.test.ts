import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type RunningTestEngine, startTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { startFixtureSite } from '../support/fixture-site';

/** Returns the processes whose command line contains the folder. */
async function processesOf(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid,args']);
  return stdout.split('\n').filter((line) => line.includes(folder));
}

it('exits within 5 s of SIGTERM with code 0 and no orphans, even during a scrape', async () => {
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

it('closes higher wings before the lower wings they use', async () => {
  const engine = await startTestEngine({ env: { GLEANER_LOG_LEVEL: 'debug' } });
  let log = '';
  engine.process.stderr?.on('data', (piece) => {
    log += piece;
  });
  expect(await engine.stop()).toBe(0);
  const closed = [...log.matchAll(/debug closing: (.+)/g)].map(([, name]) => name);
  const topDown = ['live pages', 'deliveries', 'page keeping', 'model calls', 'search calls', 'guarded fetch'];
  expect(closed.filter((name) => name !== undefined && topDown.includes(name))).toEqual(topDown);
});

it('exits with a message when its data folder is deleted', async () => {
  const engine = await startTestEngine();
  let log = '';
  engine.process.stderr?.on('data', (piece) => {
    log += piece;
  });
  const ended = once(engine.process, 'close');
  await rm(engine.dataDir, { recursive: true });
  const [code] = await ended;
  expect(code).toBeGreaterThan(0);
  expect(log).toContain(`The data folder ${engine.dataDir} was deleted or replaced while Gleaner was running.`);
});

it('leaves no browser behind after kill -9 and a restart', async () => {
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
}, 90_000);

it.each(['SIGTERM', 'SIGKILL'] as const)('keeps its data and signed-in windows after %s', async (signal) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-restart-'));
  const site = await startFixtureSite();
  const first = await startTestEngine({ dataDir });
  const signedIn = await fetch(first.signInLink, { redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const { body } = await first.call('POST', '/v2/scrape', { url: `${site.url}/article` });
  // A crash may lose history entries that are not yet written. Listing the history waits until all are written.
  if (signal === 'SIGKILL') await first.call('GET', '/local/history');
  await first.stop(signal);
  const second = await startInProcess({ dataDir, port: Number(new URL(first.url).port) });
  expect((await second.call('GET', `/v2/scrape/${body.data.metadata.scrapeId}`)).body.data).toEqual(body.data);
  const { items } = (await second.call('GET', '/local/history')).body;
  expect(items).toMatchObject([
    { url: `${site.url}/article`, title: 'The harbour', state: 'completed', formats: ['markdown'] },
  ]);
  expect((await fetch(`${second.url}/local/session`, { headers: { cookie } })).status).toBe(200);
  await Promise.all([second.stop(), site.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

it('finishes a killed crawl of the demo site, even when another program uses the port', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-demo-'));
  const options = { dataDir, allowPrivateNetwork: false };
  const first = await startTestEngine(options);
  const { url } = (await first.call('POST', '/local/demo-site')).body as { readonly url: string };
  const { id } = (await first.call('POST', '/v2/crawl', { url, crawlEntireDomain: true, delay: 0.2 })).body;
  const completed = async (engine: RunningTestEngine) => (await engine.call('GET', `/v2/crawl/${id}`)).body.completed;
  await expect.poll(() => completed(first), { timeout: 20_000 }).toBeGreaterThan(1);
  await first.stop('SIGKILL');

  const second = await startInProcess(options);
  await expect
    .poll(async () => (await second.call('GET', `/v2/crawl/${id}`)).body.status, { timeout: 40_000 })
    .toBe('completed');
  expect(await completed(second)).toBeGreaterThan(15);
  expect((await second.call('POST', '/local/demo-site')).body.url).toBe(url);
  await second.stop();

  const other = createServer().listen(Number(new URL(url).port), '127.0.0.1');
  await once(other, 'listening');
  const third = await startInProcess(options);
  const elsewhere = (await third.call('POST', '/local/demo-site')).body.url;
  expect(elsewhere).not.toBe(url);
  expect((await third.call('POST', '/v2/scrape', { url: elsewhere })).status).toBe(200);
  expect((await third.call('POST', '/v2/scrape', { url })).body.code).toBe('PRIVATE_ADDRESS_BLOCKED');
  await Promise.all([third.stop(), other.close()]);
  await rm(dataDir, { recursive: true, force: true });
}, 90_000);

it('reports a used port or data folder and a wrong host, without damage', async () => {
  const engine = await startTestEngine();
  const port = Number(new URL(engine.url).port);
  await expect(startTestEngine({ port })).rejects.toThrow(/Port \d+ is in use/);
  await expect(startTestEngine({ args: ['--host', '192.0.2.1'] })).rejects.toThrow('192.0.2.1 is not an address of');
  await expect(startTestEngine({ dataDir: engine.dataDir })).rejects.toThrow(/in use|another|already/i);
  expect((await engine.call('GET', '/health')).body).toEqual({ status: 'ok' });
  await engine.stop();
});

it('stores no compiled code in the shared temporary folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-temporary-'));
  const engine = await startTestEngine({ env: { TMPDIR: folder, TEMP: folder, TMP: folder } });
  expect(await engine.stop()).toBe(0);
  expect(await readdir(folder)).toEqual([]);
  expect(await readdir('out/compile-cache')).not.toEqual([]);
  await rm(folder, { recursive: true, force: true });
});
