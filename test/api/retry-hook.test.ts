import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';

/** Plugin that retries a page after the delay (in ms) given in the page's URL. */
const plugin = `import { defineFormat, z } from 'gleaner/plugin';
export default defineFormat({
  id: 'again',
  summary: 'How many attempts the page took.',
  needs: ['metadata'],
  options: z.object({}),
  setup({ hooks }) {
    hooks.retry.tap('again', (error, { spec }) => {
      const [, delayMs] = /again-(\\d+)/.exec(spec.url) ?? [];
      return delayMs === undefined ? undefined : { delayMs: Number(delayMs) };
    });
  },
  derive: (_, { task }) => String(task?.attempt),
});
`;
/** Time in ms for which the site drops connections to a path, counted from the first connection. */
const brokenMs = 600;

let dataDir: string;
let site: Server;
let url: string;
let engine: TestEngine;
const firstAt = new Map<string, number>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-retry-'));
  await mkdir(join(dataDir, 'plugins'));
  await writeFile(join(dataDir, 'plugins', 'again.mjs'), plugin);
  const sha256 = createHash('sha256').update(plugin).digest('hex');
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ enabledPlugins: [{ file: 'again.mjs', sha256 }] }));
  site = createServer((request, response) => {
    const path = request.url ?? '/';
    const first = firstAt.get(path) ?? performance.now();
    firstAt.set(path, first);
    const isBroken = /again|broken/.test(path) && performance.now() - first < brokenMs;
    if (isBroken) return void request.socket.destroy();
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<h1>Harbour</h1><p><a href="${path}/next">Next</a></p>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  engine = await startTestEngine({ dataDir });
});
afterAll(async () => {
  await engine?.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

const timed = async (path: string, body: object) => {
  const started = performance.now();
  const answer = await engine.call('POST', path, { maxAge: 0, ...body });
  return { ...answer, ms: performance.now() - started };
};

describe('a failing page of a waiting caller', () => {
  it('is scraped again after the delay set by a plugin', async () => {
    const { status, body, ms } = await timed('/v2/scrape', { url: `${url}/again-1000` });
    expect([status, body.data?.markdown]).toEqual([200, expect.stringContaining('Harbour')]);
    expect(ms).toBeGreaterThanOrEqual(1000);
  });

  it('is mapped again after the delay set by a plugin', async () => {
    const { status, body } = await timed('/v2/map', {
      url: `${url}/again-1000/map`,
      sitemap: 'skip',
      maxAge: undefined,
    });
    expect([status, body.links?.map((link: { url: string }) => link.url)]).toEqual([
      200,
      expect.arrayContaining([`${url}/again-1000/map/next`]),
    ]);
  });

  it('is attempted at most three times', async () => {
    const { status, body } = await timed('/v2/scrape', { url: `${url}/again-1` });
    expect([status, body.code]).toEqual([500, 'SCRAPE_SITE_ERROR']);
  });

  it('fails immediately when the delay exceeds the timeout', async () => {
    const { status, body, ms } = await timed('/v2/scrape', { url: `${url}/again-60000`, timeout: 20_000 });
    expect([status, body.code]).toEqual([500, 'SCRAPE_SITE_ERROR']);
    expect(ms).toBeLessThan(15_000);
  });

  it('fails immediately when no plugin requests a retry', async () => {
    const { status, body } = await timed('/v2/scrape', { url: `${url}/broken` });
    expect([status, body.code]).toEqual([500, 'SCRAPE_SITE_ERROR']);
  });
});
