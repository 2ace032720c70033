import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';

let engine: TestEngine;
let site: Server;
let url: string;
const asked = new Map<string, number>();
beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? '/';
    const times = (asked.get(path) ?? 0) + 1;
    asked.set(path, times);
    if (path.startsWith('/silent')) return;
    const [, status = '200', seconds = ''] = /^\/busy-(\d+)-(\d*)/.exec(path) ?? [];
    const headers = { 'content-type': 'text/html', ...(seconds && times === 1 ? { 'retry-after': seconds } : {}) };
    response.writeHead(times === 1 ? Number(status) : 200, headers).end(`<h1>Answer ${times}</h1><p>Some text.</p>`);
  });
  // Uses a separate address, so that the delays between requests to this site do not slow down other tests.
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  engine = await startTestEngine({ env: { GLEANER_CONCURRENCY: '2' } });
});
afterAll(async () => {
  site.closeAllConnections();
  await Promise.all([engine.stop(), new Promise((resolve) => site.close(resolve))]);
});

const timed = async (body: object) => {
  const started = performance.now();
  const answer = await engine.call('POST', '/v2/scrape', body);
  return { ...answer, ms: performance.now() - started };
};

describe('a single scrape', () => {
  it.each([429, 503])('of a site that answers %i with Retry-After is retried after that time', async (status) => {
    const { body, ms } = await timed({ url: `${url}/busy-${status}-1`, maxAge: 0 });
    expect(body.data).toMatchObject({ markdown: expect.stringContaining('Answer 2'), metadata: { statusCode: 200 } });
    expect(ms).toBeGreaterThanOrEqual(950);
  });

  it('returns the response when the pause exceeds its timeout', async () => {
    const { body, ms } = await timed({ url: `${url}/busy-429-20`, timeout: 3000, maxAge: 0 });
    expect(body.data.metadata.statusCode).toBe(429);
    expect(ms).toBeLessThan(3000);
  });

  it('does not use a cached server error', async () => {
    for (const status of [429, 500, 503]) {
      const page = { url: `${url}/busy-${status}-`, maxAge: 60_000 };
      expect((await timed(page)).body.data.metadata).toMatchObject({ statusCode: status, cacheState: 'miss' });
      expect((await timed(page)).body.data.metadata).toMatchObject({ statusCode: 200, cacheState: 'miss' });
      expect((await timed(page)).body.data.metadata).toMatchObject({ statusCode: 200, cacheState: 'hit' });
    }
  });

  it('keeps the requested URL for a cached page', async () => {
    await timed({ url: `${url}/spelling/`, maxAge: 60_000 });
    const { metadata } = (await timed({ url: `${url}/spelling`, maxAge: 60_000 })).body.data;
    expect(metadata).toMatchObject({ cacheState: 'hit', url: `${url}/spelling`, sourceURL: `${url}/spelling` });
  });

  it('counts the wait for a slot within its timeout', async () => {
    const others = ['/silent-1', '/silent-2'].map((path) => timed({ url: url + path, timeout: 3000 }));
    while (!asked.has('/silent-1') || !asked.has('/silent-2')) await new Promise((resolve) => setImmediate(resolve));
    const { status, body, ms } = await timed({ url: `${url}/late`, timeout: 600 });
    expect([status, body.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
    expect(ms).toBeLessThan(1500);
    expect(asked.has('/late')).toBe(false);
    await Promise.all(others);
  });
});
