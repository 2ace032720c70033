import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { endlessLists, listSize, longSize } from '../support/endless-lists';
import type { TestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { untilEnded } from '../support/jobs';
import { closeLocally, listenLocally } from '../support/local-server';
import { sharedTestEngine } from '../support/shared-engine';

vi.setConfig({ testTimeout: 120_000 });

let engine: TestEngine;
let url: string;
const site = createServer(({ url: path = '/' }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (path === '/wait') setTimeout(() => response.end('more'), 1500);
  else response.end(endlessLists[path] ?? 'None');
});
beforeAll(async () => {
  [engine, url] = await Promise.all([sharedTestEngine(), listenLocally(site)]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), closeLocally(site)]);
});

const recipe = (more: object) => ({
  version: 1,
  name: 'lamps',
  pages: [`${url}/*`],
  records: { selector: 'li.lamp' },
  fields: [
    { name: 'title', type: 'text', sources: [{ selector: 'h3' }] },
    { name: 'price', type: 'price', sources: [{ selector: '.price' }] },
  ],
  ...more,
});

async function run(path: string, { limit, ...more }: { limit?: number; more?: object; next?: string } = {}) {
  const { body } = await engine.call('POST', '/v2/table', { url: url + path, recipe: recipe(more), limit });
  await untilEnded(engine, `/v2/table/${body.id}`);
  const table = (await engine.call('GET', `/v2/table/${body.id}`)).body;
  return { ...table, titles: table.data.map(({ title }: { title: string }) => title), id: body.id };
}
const names = (count: number) => Array.from({ length: count }, (_, at) => `Lamp ${at + 1}`);

// Reading a list mostly means waiting for its page to grow, so several lists are read concurrently.
it.concurrent.each([
  ['that an observer watches the end of', '/observer'],
  ['that listens to the scrolling of the page', '/listener'],
  ['in a box of its own', '/box'],
  ['in a box that listens to its scrolling', '/box-listener'],
  ['that loads slowly', '/slow'],
  ['that waits for its server', '/fetched'],
  ['whose page misses its end while it loads', '/missed'],
  ['that draws the rows in view alone', '/virtual'],
  ['that draws the rows in view late', '/virtual-slow'],
  ['that removes its first rows', '/window'],
])('reads an endless list %s to its end', async (_, path) => {
  const table = await run(path);
  expect([table.warning, table.titles]).toEqual([undefined, names(listSize)]);
});

it.concurrent.each([
  ['at once', '/window-button'],
  ['after a pause', '/window-button-late'],
])('reads all rows of a list with a button that removes its first rows %s', async (_, path) => {
  const table = await run(path, { more: { selector: '.more' } });
  expect([table.warning, table.titles]).toEqual([undefined, names(listSize)]);
});

it.concurrent.each([
  ['that is complete', '/ends', listSize],
  ['whose prices change all the time', '/ticker', 20],
  ['that fits on the screen', '/short', 3],
])('reads a list %s once, without a warning', async (_, path, rows) => {
  const table = await run(path);
  expect([table.warning, table.titles]).toEqual([undefined, names(rows)]);
});

it.concurrent('keeps the rows of a list that is cancelled while it loads', async () => {
  const { body } = await engine.call('POST', '/v2/table', { url: `${url}/no-end`, recipe: recipe({}) });
  const table = async () => (await engine.call('GET', `/v2/table/${body.id}`)).body;
  await expect.poll(async () => (await table()).data.length, { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
  expect((await engine.call('DELETE', `/v2/table/${body.id}`)).status).toBe(200);
  const { data, status, warning } = await table();
  expect(data.map(({ title }: { title: string }) => title)).toEqual(names(data.length));
  expect(data.length).toBeGreaterThanOrEqual(20);
  expect([status, warning]).toEqual([
    'cancelled',
    'The table job was cancelled; it contains the rows read until then.',
  ]);
  const { body: rows } = await engine.call('GET', `/local/jobs/${body.id}/rows?of=data&limit=100`);
  expect(rows.all).toBe(data.length);
  expect((await engine.call('GET', `/local/jobs/${body.id}/export?format=csv&of=data`)).body).toContain('Lamp 20,20.5');
});

it.concurrent('stops an endless list at limit, and reports the number of rows', async () => {
  const limited = await run('/observer', { limit: 2 });
  expect(limited.titles).toEqual(names(40));
  expect(limited.warning).toBe(
    'Only the first 40 rows of the list were read: `limit` (2) or the time limit for one page was reached. Raise `limit` to read more.',
  );
  const { request } = (await engine.call('GET', `/local/jobs/${limited.id}`)).body;
  expect([request.limit, request.scrapeOptions.actions]).toEqual([2, []]);
  const exact = await run('/observer', { limit: 3 });
  expect([exact.warning, exact.titles]).toEqual([undefined, names(listSize)]);
});

it.concurrent('returns the first rows of a long virtual list while it is scrolled to its end', async () => {
  const { body } = await engine.call('POST', '/v2/table', { url: `${url}/virtual-long`, recipe: recipe({}) });
  const soFar = await vi.waitUntil(async () => {
    const { status, data } = (await engine.call('GET', `/v2/table/${body.id}`)).body;
    return data.length > 0 && { status, rows: data.map(({ title }: { title: string }) => title) };
  }, 60_000);
  expect(soFar.status).toBe('processing');
  expect(soFar.rows).toEqual(names(soFar.rows.length));
  expect(soFar.rows.length).toBeLessThan(longSize);
  const { data, warning } = await untilEnded(engine, `/v2/table/${body.id}`);
  expect([warning, data.map(({ title }: { title: string }) => title)]).toEqual([undefined, names(longSize)]);
});

it.concurrent('scrolls no list that continues through a link', async () => {
  expect((await run('/observer', { next: 'a[rel=next]' })).titles).toEqual(names(20));
});

it.concurrent('reads the first screen of a list without a browser, and reports possible missing rows', async () => {
  const lonely = await startInProcess({ env: { GLEANER_BROWSER_PATH: '/nowhere' } });
  try {
    const { body } = await lonely.call('POST', '/v2/table', { url: `${url}/ends`, recipe: recipe({}) });
    const { warning, status } = await untilEnded(lonely, `/v2/table/${body.id}`);
    expect([status, warning]).toEqual(['completed', expect.stringContaining('No browser was found')]);
  } finally {
    await lonely.stop();
  }
});
