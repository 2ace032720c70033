import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

let engine: EngineInProcess;
let site: FixtureSite;

beforeAll(async () => {
  [engine, site] = await Promise.all([startInProcess(), startFixtureSite()]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

/**
 * Stores a job, a saved job, a delivery and a scrape in the engine. Returns a function that inserts their IDs into a
 * route.
 */
async function fill(): Promise<(url: string) => string> {
  const urls = [site.url, 'http://127.0.0.1:1/'];
  const { body } = await engine.call('POST', '/v2/batch/scrape', { urls, webhook: 'http://127.0.0.1:1/' });
  await expect
    .poll(async () => (await engine.call('GET', `/v2/batch/scrape/${body.id}`)).body.status, { timeout: 30_000 })
    .toBe('completed');
  await engine.call('PUT', '/local/saved/pages', { kind: 'batch', request: { urls: [site.url] } });
  await engine.call('PUT', '/local/saved/pages/schedule', { cron: '0 7 * * 1' });
  await engine.call('PUT', '/local/saved/pages/monitor', {});
  await engine.call('PUT', '/local/secrets/login', { site: site.url, value: 'secret' });
  await engine.call('PATCH', '/local/settings', {
    proxies: [{ plugin: 'list', config: { addresses: ['http://127.0.0.1:1'] } }],
  });
  await engine.call('POST', '/v2/scrape', { url: site.url });
  const [scrape] = (await engine.call('GET', '/local/history')).body.items;
  return (url) =>
    url
      .replace('jobs/:id', `jobs/${body.id}`)
      .replace('history/:id', `history/${scrape.id}`)
      .replace(':name', 'pages')
      .replace(':index', '0');
}

describe('the responses of /local/*', () => {
  it('are declared by every route', () => {
    const local = engine.routes.filter(({ url }) => url.startsWith('/local/'));
    expect(local.length).toBeGreaterThan(100);
    expect(local.filter(({ answer }) => answer === undefined).map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });

  it('match their schemas without undeclared fields', async () => {
    const pathOf = await fill();
    const read: string[] = [];
    for (const { method, url, answer } of engine.routes) {
      const path = pathOf(url);
      if (method !== 'GET' || !url.startsWith('/local/') || !(answer instanceof z.ZodType) || path.includes(':'))
        continue;
      const { status, body } = await engine.call('GET', path);
      if (status !== 200) continue;
      read.push(url);
      const parsed = answer.safeParse(body);
      expect([url, parsed.error?.issues, parsed.data]).toEqual([url, undefined, body]);
    }
    expect(read.length).toBeGreaterThan(28);
  });
});
