import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';

const secret = 'very-secret-0123456789';
let folder: string;
let engine: TestEngine;
let site: FixtureSite;
let log = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-secrets-'));
  await writeFile(join(folder, 'key'), `${secret}-of-file\n`);
  const env = { GLEANER_WEBHOOK_SECRET: secret, GLEANER_VAULT_PASSPHRASE: secret, SOME_SERVICE_TOKEN: secret };
  const args = ['--api-key-file', join(folder, 'key')];
  [engine, site] = await Promise.all([startTestEngine({ env, args }), startFixtureSite()]);
  engine.process.stderr?.on('data', (chunk) => (log += chunk));
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
  await rm(folder, { recursive: true, force: true });
});

const call = (method: string, path: string, body?: unknown) =>
  engine.call(method, path, body, { authorization: `Bearer ${secret}-of-file` });

it('accepts a key from a file, to keep it off the command line', async () => {
  expect((await call('GET', '/local/session')).status).toBe(200);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(engine.process.pid)]);
  expect(stdout).toContain('--api-key-file');
  expect(stdout).not.toContain(secret);
});

it.runIf(process.platform === 'linux')('passes no secret to the browser', async () => {
  await call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['screenshot'] });
  const { stdout } = await promisify(execFile)('pgrep', ['-f', `chrom.*${engine.dataDir}`]);
  const pids = stdout.trim().split('\n');
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    expect(environment).not.toMatch(new RegExp(`${secret}|GLEANER_|${engine.key}`));
  }
});

it('masks passwords, tokens, cookies and authorization in the log, the activity, the history and the list of jobs', async () => {
  const url = `${site.url.replace('http://', `http://user:${secret}@`)}/gone?token=${secret}`;
  const headers = { Authorization: `Bearer ${secret}`, Cookie: `session=${secret}`, 'X-Api-Key': secret };
  const webhook = { url: `http://hook:${secret}@127.0.0.1:9/`, headers: { 'x-token': secret } };
  const batch = await call('POST', '/v2/batch/scrape', { urls: [url, 'http://127.0.0.1:9/'], headers, webhook });
  const crawl = await call('POST', '/v2/crawl', { url, limit: 1, scrapeOptions: { headers } });
  await call('POST', '/v2/scrape', { url: `http://user:${secret}@127.0.0.1:9/?token=${secret}` });
  for (const { body } of [batch, crawl]) await untilEnded(engine, `/v2/crawl/${body.id}`);
  for (const path of [
    '/local/jobs',
    `/local/jobs/${batch.body.id}`,
    `/local/jobs/${crawl.body.id}`,
    '/local/activity',
    '/local/history',
    `/local/history/${(await call('GET', '/local/history')).body.items[0].id}`,
  ]) {
    const { status, body } = await call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    expect(JSON.stringify(body)).not.toContain(secret);
  }
  const deliveries = await call('GET', `/local/jobs/${batch.body.id}/deliveries`);
  expect(JSON.stringify(deliveries.body)).not.toContain(secret);
  expect(log).toContain('127.0.0.1:9');
  expect(log).not.toContain(secret);
});
