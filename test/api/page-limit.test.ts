import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { untilEnded } from '../support/jobs';

const limit = 4;
let engine: RunningTestEngine;
let active = 0;
let most = 0;

/** Pages in three sections. Each page takes 20 ms and links to the other pages of its section. */
const site = createServer((request, response) => {
  const [, section, page] = /^\/(\w+)\/(\w+)$/.exec(request.url ?? '') ?? [];
  if (section === undefined) return void response.writeHead(404).end();
  most = Math.max(most, ++active);
  const links = Array.from({ length: 20 }, (_, n) => `<a href="/${section}/${n}">page ${n}</a>`);
  const html = `<main><h1>Page ${page}</h1><p>The ships come and go before the town is awake.</p>${links.join(' ')}</main>`;
  setTimeout(() => {
    active--;
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  }, 20);
});
const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}/${path}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  engine = await startInProcess({ env: { GLEANER_CONCURRENCY: String(limit) } });
});
afterAll(async () => {
  await engine?.stop();
  site.closeAllConnections();
  site.close();
});

it('completes 200 scrapes, two maps and three crawls at once within the page limit', async () => {
  const crawls = await Promise.all(
    ['a', 'b', 'c'].map(async (section) => {
      const body = { url: address(`${section}/0`), limit: 20, sitemap: 'skip', crawlEntireDomain: true };
      return `/v2/crawl/${(await engine.call('POST', '/v2/crawl', body)).body.id}`;
    }),
  );
  const scrapes = Array.from({ length: 200 }, (_, n) =>
    engine.call('POST', '/v2/scrape', { url: address(`single/${n}`), maxAge: 0, timeout: 120_000 }),
  );
  const maps = ['m', 'n'].map((section) => engine.call('POST', '/v2/map', { url: address(`${section}/0`) }));
  for (const { status } of await Promise.all([...scrapes, ...maps])) expect(status).toBe(200);
  for (const crawl of crawls)
    expect(await untilEnded(engine, crawl)).toMatchObject({ status: 'completed', completed: 20 });
  expect(most).toBe(limit);
  const check = await engine.call('GET', '/v2/concurrency-check');
  expect(check.body).toMatchObject({ concurrency: 0, maxConcurrency: limit });
}, 120_000);
