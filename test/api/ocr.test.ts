import { readFileSync } from 'node:fs';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { layer, makeScan } from '../parsers/ocr/make-scan';
import type { TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/ocr/${name}`, import.meta.url));

/** Subscribes to the engine's events. Returns the list in which they are collected. */
async function eventsOf({ url, key }: TestEngine, signal: AbortSignal) {
  const heard: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] = [];
  const { body } = await fetch(`${url}/local/events`, { headers: { authorization: `Bearer ${key}` }, signal });
  const read = async () => {
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)));
    }
  };
  void read().catch(() => undefined);
  return heard;
}

let engine: TestEngine;
let site: FixtureSite;
let client: Firecrawl;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
  client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
  site.put('/letter.png', fixture('letter.png'), { 'content-type': 'image/png' });
  site.put('/letter', fixture('letter.png'), { 'content-type': 'application/octet-stream' });
  site.put('/scan.pdf', Buffer.from(await makeScan()), { 'content-type': 'application/pdf' });
  site.put('/page', '<main><h1>Harbour</h1><p>The cranes of the harbour were repaired.</p></main>');
});
afterAll(() => Promise.all([engine.stop(), site.close()]));

const scrape = (body: object, version = 'v2') => engine.call('POST', `/${version}/scrape`, { maxAge: 0, ...body });

it('reads the text of an image, whatever its declared type, while other pages are read', async () => {
  const done: string[] = [];
  const read = async (path: string) => {
    const { body } = await scrape({ url: site.url + path, timeout: 60_000 });
    done.push(path);
    return body.data;
  };
  const [png, vague, page] = await Promise.all(['/letter.png', '/letter', '/page'].map(read));
  expect(png.markdown).toMatch(/^# Ferry times\n\nThe ferry leaves the northern pier at 6:40/);
  expect(png.metadata).toMatchObject({ ocrPages: '1', ocrConfidence: expect.closeTo(0.95, 1), statusCode: 200 });
  expect(png.warning).toBeUndefined();
  expect(vague.markdown).toBe(png.markdown);
  expect(page.markdown).toContain('# Harbour');
  expect(done[0]).toBe('/page');
});

it('refuses images that the request does not list, and all of v1', async () => {
  const answers = [
    await scrape({ url: `${site.url}/letter.png`, parsers: ['pdf'] }),
    await scrape({ url: `${site.url}/letter.png`, parsers: [] }),
    await engine.call('POST', '/v1/scrape', { url: `${site.url}/letter.png` }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('SCRAPE_UNSUPPORTED_FILE_ERROR'));
});

it('recognizes the scanned pages of an uploaded pdf, with their blocks', async () => {
  const file = { data: Buffer.from(await makeScan()), filename: 'scan.pdf' };
  const read = await client.parse(file, { parsers: [{ type: 'pdf', pages: true, blocks: true }], timeout: 60_000 });
  expect(read.pages?.map(({ markdown }) => markdown.slice(0, 13))).toEqual(['# Ferry times', layer.slice(0, 13), '']);
  expect(read.blocks?.[0]?.items[0]).toMatchObject({
    type: 'heading',
    source: 'ocr',
    confidence: { layout: null, ocr: expect.closeTo(0.95, 1) },
  });
  expect(read.blocks?.[1]?.items[0]).toMatchObject({ source: 'text-layer', confidence: { ocr: null } });
  expect(read.metadata).toMatchObject({ ocrPages: '1', numPages: 3 });
});

it('reports its progress on the event stream', async () => {
  const leaving = new AbortController();
  const heard = await eventsOf(engine, leaving.signal);
  const file = { data: Buffer.from(await makeScan()), filename: 'scan.pdf' };
  await client.parse(file, { parsers: [{ type: 'pdf', mode: 'ocr' }], timeout: 60_000 });
  const url = `${site.url}/scan.pdf`;
  const options = {
    formats: ['markdown' as const],
    parsers: [{ type: 'pdf' as const, mode: 'ocr' as const }],
    maxAge: 0,
  };
  await client.batchScrape([url], { options, pollInterval: 1 });
  const reportsOf = (type: string) => heard.flatMap((event) => (event.type === type ? [event.data.recognition] : []));
  expect(reportsOf('parse.progress')).toEqual([0, 1, 2].map((done) => ({ done, total: 3 })));
  expect(reportsOf('batch_scrape.progress')).toContainEqual({ url, done: expect.any(Number), total: 3 });
  leaving.abort();
});

it('recognizes all pages of a pdf, or none, by its mode', async () => {
  const read = async (mode: string) => {
    const parsers = [{ type: 'pdf', mode }];
    return (await scrape({ url: `${site.url}/scan.pdf`, parsers, timeout: 60_000 })).body.data;
  };
  expect((await read('ocr')).metadata.ocrPages).toBe('1-2');
  const fast = await read('fast');
  expect([fast.markdown, fast.metadata.ocrPages]).toEqual([layer, undefined]);
  expect(fast.warning).toContain('`auto`');
});

it('reads images of a batch, and reports damaged ones', async () => {
  site.put('/cut.png', fixture('letter.png').subarray(0, 500), { 'content-type': 'image/png' });
  const urls = ['/letter.png', '/cut.png'].map((path) => site.url + path);
  const job = await client.batchScrape(urls, { options: { formats: ['markdown'], maxAge: 0 }, pollInterval: 1 });
  expect(job.data.map(({ markdown }) => markdown?.slice(0, 13))).toEqual(['# Ferry times']);
  const { errors } = await client.getBatchScrapeErrors(job.id!);
  expect(errors.map(({ code }) => code)).toEqual(['SCRAPE_DOCUMENT_BROKEN']);
});

it('stops at the timeout, and reads the next image', async () => {
  const { status, body } = await scrape({ url: `${site.url}/letter.png`, timeout: 1000, parsers: ['image'] });
  expect([200, 408]).toContain(status);
  if (status === 408) expect(body.code).toBe('SCRAPE_TIMEOUT');
  const next = await scrape({ url: `${site.url}/letter.png`, timeout: 60_000 });
  expect(next.body.data.markdown).toContain('# Ferry times');
});
