import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { startTestEngine, type TestEngine } from '../support/engine';

let engine: TestEngine;
let site: CrawlSite;
let dataDir: string;
let logged = '';
beforeAll(async () => {
  [site, dataDir] = await Promise.all([startCrawlSite(12), mkdtemp(join(tmpdir(), 'gleaner-metrics-'))]);
  engine = await startTestEngine({ dataDir, args: ['--log-level', 'debug', '--log-format', 'json'] });
  engine.process.stderr?.on('data', (chunk) => {
    logged += chunk;
  });
  const { body } = await engine.call('POST', '/v2/crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true });
  const ended = async () => expect((await engine.call('GET', `/v2/crawl/${body.id}`)).body.status).toBe('completed');
  await vi.waitFor(ended, { timeout: 60_000, interval: 50 });
  await engine.call('POST', '/v2/scrape', { url: `${site.url}/p/1?token=very-secret`, maxAge: 0 });
  await engine.call('POST', '/v2/scrape', { url: 'http://127.0.0.1:1/', maxAge: 0 });
}, 90_000);
afterAll(async () => {
  await engine.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('/metrics', () => {
  const figures = async (): Promise<string> => (await engine.call('GET', '/metrics')).body;

  it('needs a key', async () => {
    const answer = await fetch(`${engine.url}/metrics`);
    expect(answer.status).toBe(401);
  });

  it('counts pages, failures and jobs by kind', async () => {
    const text = await figures();
    expect(text).toContain('gleaner_pages_total{kind="crawl",outcome="succeeded"} 12');
    expect(text).toContain('gleaner_pages_total{kind="scrape",outcome="failed"} 1');
    expect(text).toMatch(/gleaner_page_errors_total\{code="[A-Z_]+"\} \d/);
    expect(text).toContain('gleaner_jobs_ended_total{kind="crawl",state="completed"} 1');
    expect(text).toMatch(/gleaner_jobs\{state="completed"\} [1-9]/);
  });

  it('measures page stages, requests by route, and the process', async () => {
    const text = await figures();
    for (const stage of ['planning', 'fetching', 'reading', 'deriving', 'storing']) {
      expect(Number(new RegExp(`stage_seconds_count\\{stage="${stage}"\\} (\\d+)`).exec(text)?.[1])).toBeGreaterThan(
        11,
      );
    }
    expect(text).toMatch(/gleaner_request_seconds_count\{method="GET",route="\/v2\/crawl\/:id",status="200"\} \d/);
    expect(text).toMatch(/process_cpu_seconds_total \d/);
    expect(text).not.toContain('very-secret');
  });
});

describe('the log as JSON', () => {
  const lines = () =>
    logged
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('contains the duration of each page stage', () => {
    const tried = lines().filter(({ message }) => message === 'page tried');
    expect(tried.length).toBe(14);
    const page = tried.find(({ kind }) => kind === 'crawl');
    expect(page).toMatchObject({ level: 'debug', attempt: 1, url: expect.stringContaining(site.url) });
    expect(page?.fetchingMs).toBeGreaterThan(0);
    expect(page?.readingMs).toBeGreaterThan(0);
    expect(tried.find(({ error }) => error !== undefined)).toMatchObject({ kind: 'scrape' });
  });

  it('contains requests by route, and never a secret', () => {
    expect(lines().find(({ message, route }) => message === 'request' && route === '/v2/crawl')).toMatchObject({
      method: 'POST',
      status: 200,
    });
    expect(logged).not.toContain('very-secret');
  });
});

it('refuses an unknown level, listing the known ones', async () => {
  await expect(startTestEngine({ args: ['--log-level', 'loud'] })).rejects.toThrow(
    'The log level must be one of debug, info, warn, not "loud".',
  );
});
