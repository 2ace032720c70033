import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../parsers/make-pdf';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

let engine: TestEngine;
let site: FixtureSite;
let pdf: Buffer;
beforeAll(async () => {
  [engine, site] = await Promise.all([startTestEngine(), startFixtureSite()]);
  const pages = ['First', 'Second', 'Third'].map(
    (name) =>
      `<div style="break-after:page"><h1>${name} chapter</h1><p>The ${name} chapter tells of the harbour and its cranes.</p></div>`,
  );
  site.put('/book', `<title>Book</title>${pages.join('')}`);
  const printed = await scrape({ url: `${site.url}/book`, actions: [{ type: 'pdf' }] });
  pdf = Buffer.from(await (await fetch(printed.body.data.actions.pdfs[0])).arrayBuffer());
  site.put('/book.pdf', pdf, { 'content-type': 'application/pdf' });
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const scrape = (body: object, version = 'v2') => engine.call('POST', `/${version}/scrape`, { maxAge: 0, ...body });

describe('PDFs', () => {
  it('are read as text, a credit a page', async () => {
    const { status, body } = await scrape({ url: `${site.url}/book.pdf`, formats: ['markdown', 'html'] });
    expect(status).toBe(200);
    expect(body.data.markdown).toContain('Second chapter');
    expect(body.data.html).toContain('harbour');
    expect(body.data.metadata.numPages).toBeGreaterThanOrEqual(3);
    expect(body.data.metadata.creditsUsed).toBe(body.data.metadata.numPages);
  });

  it('are read up to maxPages', async () => {
    const { body } = await scrape({ url: `${site.url}/book.pdf`, parsers: [{ type: 'pdf', maxPages: 1 }] });
    expect(body.data.markdown).toContain('First chapter');
    expect(body.data.markdown).not.toContain('Second chapter');
    expect(body.data.metadata).toMatchObject({ pagesRead: 1, creditsUsed: 1 });
    expect(body.data.metadata.numPages).toBeGreaterThanOrEqual(3);
    expect(body.data.warning).toContain('maxPages');
  });

  it('are read until the time is over, and the answer says how far', async () => {
    const page = Array.from({ length: 50 }, (_, at) => ({
      x: 72,
      y: 740 - at * 13,
      size: 10,
      text: `Line ${at} of it`,
    }));
    const file = makePdf(Array.from({ length: 4_000 }, () => page));
    site.put('/long.pdf', Buffer.from(file), { 'content-type': 'application/pdf' });
    const { status, body } = await scrape({ url: `${site.url}/long.pdf`, timeout: 5_000 });
    expect([status, body.code]).toEqual([200, undefined]);
    const { numPages, pagesRead, creditsUsed } = body.data.metadata;
    expect(numPages).toBe(4_000);
    expect(pagesRead).toBeGreaterThan(0);
    expect(pagesRead).toBeLessThan(4_000);
    expect(creditsUsed).toBe(pagesRead);
    expect(body.data.warning).toContain(`Only ${pagesRead} of the PDF's 4000 pages`);
  });

  it('that hold images only are answered with a warning and what they tell about themselves', async () => {
    const file = makePdf([[], []], { Title: 'Scanned letters' });
    site.put('/scan.pdf', Buffer.from(file), { 'content-type': 'application/pdf' });
    const { status, body } = await scrape({ url: `${site.url}/scan.pdf` });
    expect(status).toBe(200);
    expect(body.data.markdown).toBe('');
    expect(body.data.metadata).toMatchObject({ title: 'Scanned letters', numPages: 2 });
    expect(body.data.warning).toContain('no text layer');
  });

  it.each([
    ['v2', { parsers: [] }],
    ['v1', { parsePDF: false }],
  ])('are base64 in html and markdown when %s %o switches the parser off, for one credit', async (version, options) => {
    const { body } = await scrape({ url: `${site.url}/book.pdf`, formats: ['markdown', 'html'], ...options }, version);
    expect(Buffer.from(body.data.markdown, 'base64').equals(pdf)).toBe(true);
    expect(body.data.html).toBe(body.data.markdown);
    expect(body.data.metadata).toMatchObject({ statusCode: 200, creditsUsed: 1 });
    expect(body.data.metadata.numPages).toBeUndefined();
  });

  it('are read although a screenshot was asked for, which a file has none of', async () => {
    const { body } = await scrape({ url: `${site.url}/book.pdf`, formats: ['markdown', 'screenshot'] });
    expect(body.data.markdown).toContain('Second chapter');
    expect(body.data.screenshot).toBeUndefined();
    expect(body.data.warning).toContain('screenshot');
  });

  it('are told apart when broken', async () => {
    site.put('/broken.pdf', pdf.subarray(0, 300), { 'content-type': 'application/pdf' });
    const { status, body } = await scrape({ url: `${site.url}/broken.pdf` });
    expect([status, body.code]).toEqual([500, 'SCRAPE_DOCUMENT_BROKEN']);
  });

  it('are found out by their first bytes when the server does not say what they are', async () => {
    site.put('/download', pdf, { 'content-type': 'application/octet-stream' });
    const { body } = await scrape({ url: `${site.url}/download` });
    expect(body.data.markdown).toContain('Third chapter');
  });
});

describe('other files', () => {
  it.each([
    ['/table.csv', 'text/csv', 'name,price\nboat,100\n', '| boat | 100 |'],
    [
      '/feed.xml',
      'application/rss+xml',
      '<rss><channel><title>News</title><item><title>One</title><link>http://example.com/1</link></item></channel></rss>',
      '[One](http://example.com/1)',
    ],
    ['/note.txt', 'text/plain', 'First line\n\nSecond line', 'Second line'],
  ])('%s is read sensibly', async (path, type, text, expected) => {
    site.put(path, text, { 'content-type': type });
    const { body } = await scrape({ url: site.url + path });
    expect(body.data.markdown.replace(/ +/g, ' ')).toContain(expected);
  });

  it('that hold no text are refused', async () => {
    site.put('/film.mp4', Buffer.alloc(2000, 7), { 'content-type': 'video/mp4' });
    const { status, body } = await scrape({ url: `${site.url}/film.mp4` });
    expect([status, body.code]).toEqual([500, 'SCRAPE_UNSUPPORTED_FILE_ERROR']);
    expect(body.error).toContain('video/mp4');
  });
});
