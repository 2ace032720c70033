import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { openLivePage } from '../support/live-page';
import { closeLocally, listenLocally } from '../support/local-server';
import { sharedTestEngine } from '../support/shared-engine';

vi.setConfig({ testTimeout: 60_000 });

const fair = (lang: string, more = '') =>
  `<html lang="${lang}"><head><title>Fair</title></head><body><h1>Fair</h1><dl><dt>Start date</dt><dd>03/04/2026</dd>${more}</dl><p>Ask us for a quote, we answer within a day or two as a rule.</p></body></html>`;
const papers = [
  ['Maps of caves', '2603.05450', '03/04/2026'],
  ['Gesture and speech', '2603.05400', '05/06/2026'],
  ['Memory in agents', '2603.05399', '07/08/2026'],
].map(
  ([title, id, day]) =>
    `<div class="paper" title="12 pages, ${title}"><a class="ref" href="/abs/${id}">Paper:${id}</a><p class="head"><span>Title:</span> ${title}</p><i class="day">${day}</i></div>`,
);
const pages: Readonly<Record<string, string>> = {
  '/british': fair('en-GB'),
  '/euros': fair('en', '<dt>Price</dt><dd>€ 20.00</dd>'),
  '/open': fair('en'),
  '/papers': `<html lang="en"><head><title>Papers</title></head><body>${papers.join('')}</body></html>`,
  '/bike':
    '<html lang="en"><head><title>Bike</title></head><body><h1>Bike</h1><dl><dt>Colours</dt><dd>red, blue</dd><dt>Condition</dt><dd>Used</dd><dt>Load</dt><dd>90 kg</dd></dl></body></html>',
};
const open = '"03/04/2026" is read as 2026-03-04, but may be 2026-04-03.';

let engine: TestEngine;
let server: Server;
let site: string;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pages[url] ?? '');
  });
  site = await listenLocally(server);
  engine = await sharedTestEngine();
}, 60_000);
afterAll(async () => {
  await engine?.stop();
  if (server) await closeLocally(server);
});

const schema = { type: 'object', properties: { startDate: { type: 'string', format: 'date' } } };
const scrape = async (path: string, wanted: object = schema) =>
  (await engine.call('POST', '/v2/scrape', { url: site + path, formats: [{ type: 'json', schema: wanted }] })).body
    .data;

describe('a numeric date', () => {
  it("is read in the order of the page's language or currency", async () => {
    const read = [await scrape('/british'), await scrape('/euros')];
    expect(read.map(({ json, warning }) => [json.startDate, warning])).toEqual([
      ['2026-04-03', undefined],
      ['2026-04-03', undefined],
    ]);
  });

  it('has a warning in a scrape and an extract, and a question in a table, when its order is ambiguous', async () => {
    const { json, warning } = await scrape('/open');
    expect([json.startDate, warning]).toEqual(['2026-03-04', expect.stringContaining(`startDate ${open}`)]);
    const job = await engine.call('POST', '/v2/extract', { urls: [`${site}/open`], schema });
    expect((await untilEnded(engine, `/v2/extract/${job.body.id}`)).warning).toContain(`startDate ${open}`);
    const page = await openLivePage(engine, `${site}/papers`);
    const { body: table } = await page.post('table', { picks: [await page.idOf('05/06/2026')] });
    await page.close();
    const readings = { text: expect.stringContaining('03/04/2026'), dayFirst: '2026-04-03', monthFirst: '2026-03-04' };
    expect(table).toMatchObject({ unclear: [readings], warnings: [] });
  });
});

describe('a table of a live page', () => {
  it('keeps ids as text, the visible text, and the clicked value', async () => {
    const page = await openLivePage(engine, `${site}/papers`);
    const { body: table } = await page.post('table', { picks: [await page.idOf('Gesture and speech')] });
    await page.close();
    expect(table.rows[1]).toMatchObject({ paper: '2603.05400', title: 'Gesture and speech' });
    expect(table.fields.map(({ type }: { type: string }) => type)).not.toContain('number');
  });
});

describe('an array of strings', () => {
  it('ends with the definition of its term', async () => {
    const colours = { type: 'array', items: { type: 'string' } };
    const { json } = await scrape('/bike', { type: 'object', properties: { colours } });
    expect(json).toEqual({ colours: ['red', 'blue'] });
  });
});
