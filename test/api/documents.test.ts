import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEpub } from '../parsers/make-epub';
import { makeDocx, makeXlsx } from '../parsers/make-office';
import { makePdf } from '../parsers/make-pdf';
import { makeZip } from '../parsers/make-zip';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

const fixture = (name: string): Uint8Array => readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url));

let engine: TestEngine;
let site: FixtureSite;
let pdf: Buffer;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
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

describe('documents of a vague type', () => {
  it('are recognized by their text or extension', async () => {
    const json = '\ufeff{"items":[{"name":"Lamp é","price":12.50,"html":"<b>x</b>"}]}';
    site.put('/api/items', json, { 'content-type': 'text/html' });
    expect((await scrape({ url: `${site.url}/api/items` })).body.data.markdown).toContain(
      '"price":12.50,"html":"<b>x</b>"',
    );
    const notebook = JSON.stringify({ cells: [{ cell_type: 'code', source: 'print(1)' }], metadata: {}, nbformat: 4 });
    for (const type of ['text/plain', 'application/json', 'application/octet-stream']) {
      site.put('/study.ipynb', notebook, { 'content-type': type });
      expect((await scrape({ url: `${site.url}/study.ipynb` })).body.data.markdown).toBe('```\nprint(1)\n```');
    }
  });

  it('are read instead of a page that only embeds them', async () => {
    site.put('/viewer', '<title>Book</title><embed src="/book.pdf" type="application/pdf">');
    const { body } = await scrape({ url: `${site.url}/viewer` });
    expect(body.data.markdown).toContain('Second chapter');
    expect(body.data.metadata).toMatchObject({ sourceURL: `${site.url}/viewer`, url: `${site.url}/book.pdf` });
  });
});

describe('PDFs', () => {
  it('are read as text, for one credit per page', async () => {
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

  it('are read until the timeout, and the response says how far', async () => {
    const page = Array.from({ length: 50 }, (_, at) => ({
      x: 72,
      y: 740 - at * 13,
      size: 10,
      text: `Line ${at} of it`,
    }));
    const file = makePdf(Array.from({ length: 4_000 }, () => page));
    site.put('/long.pdf', Buffer.from(file), { 'content-type': 'application/pdf' });
    const { status, body } = await scrape({ url: `${site.url}/long.pdf`, timeout: 6_000 });
    expect([status, body.code]).toEqual([200, undefined]);
    const { numPages, pagesRead, creditsUsed } = body.data.metadata;
    expect(numPages).toBe(4_000);
    expect(pagesRead).toBeGreaterThan(0);
    expect(pagesRead).toBeLessThan(4_000);
    expect(creditsUsed).toBe(pagesRead);
    expect(body.data.warning).toContain(`Only ${pagesRead} of the PDF's 4000 pages`);
  });

  it('with images only return a warning and their metadata', async () => {
    const file = makePdf([[], []], { Title: 'Scanned letters' });
    site.put('/scan.pdf', Buffer.from(file), { 'content-type': 'application/pdf' });
    const { status, body } = await scrape({ url: `${site.url}/scan.pdf` });
    expect(status).toBe(200);
    expect(body.data.markdown).toBe('');
    expect(body.data.metadata).toMatchObject({ title: 'Scanned letters', numPages: 2 });
    expect(body.data.warning).toContain('contains no text');
  });

  it.each([
    ['v2', { parsers: [] }],
    ['v1', { parsePDF: false }],
  ])(
    'are returned as base64 in html and markdown when %s %o disables the parser, for one credit',
    async (version, options) => {
      const { body } = await scrape(
        { url: `${site.url}/book.pdf`, formats: ['markdown', 'html'], ...options },
        version,
      );
      expect(Buffer.from(body.data.markdown, 'base64').equals(pdf)).toBe(true);
      expect(body.data.html).toBe(body.data.markdown);
      expect(body.data.metadata).toMatchObject({ statusCode: 200, creditsUsed: 1 });
      expect(body.data.metadata.numPages).toBeUndefined();
    },
  );

  it('are read even when a screenshot was requested, which files do not have', async () => {
    const { body } = await scrape({ url: `${site.url}/book.pdf`, formats: ['markdown', 'screenshot'] });
    expect(body.data.markdown).toContain('Second chapter');
    expect(body.data.screenshot).toBeUndefined();
    expect(body.data.warning).toContain('screenshot');
  });

  it('report the kind of damage', async () => {
    site.put('/broken.pdf', pdf.subarray(0, 300), { 'content-type': 'application/pdf' });
    const { status, body } = await scrape({ url: `${site.url}/broken.pdf` });
    expect([status, body.code]).toEqual([500, 'SCRAPE_DOCUMENT_BROKEN']);
  });

  it('are recognized by their first bytes when the server declares no type', async () => {
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
  ])('reads %s', async (path, type, text, expected) => {
    site.put(path, text, { 'content-type': type });
    const { body } = await scrape({ url: site.url + path });
    expect(body.data.markdown.replace(/ +/g, ' ')).toContain(expected);
  });

  it.each([
    ['docx', makeDocx(), 'The harbour was quiet.'],
    ['xlsx', makeXlsx({ Ships: [['Month'], ['May']] }), '| May |'],
    ['pptx', fixture('slides.pptx'), '- Repair the pier'],
    ['odt', fixture('report.odt'), '# Harbour report'],
    ['epub', makeEpub({ 'a.xhtml': '<h1>First</h1>' }, ['a.xhtml']), '# First'],
    ['rtf', fixture('report.rtf'), '# Harbour report'],
  ])('recognises %s by its bytes, whatever the declared type', async (kind, bytes, expected) => {
    for (const type of ['application/octet-stream', 'text/plain', 'text/html']) {
      site.put(`/known/${kind}`, Buffer.from(bytes), { 'content-type': type });
      const { status, body } = await scrape({ url: `${site.url}/known/${kind}` });
      expect([type, status, body.error]).toEqual([type, 200, undefined]);
      expect(body.data.markdown).toContain(expected);
    }
    site.put(`/packed.${kind}`, Buffer.from(bytes), { 'content-type': 'application/zip' });
    const { body } = await scrape({ url: `${site.url}/packed.${kind}` });
    expect(body.data.markdown).toContain(expected);
  });

  it('reads a PDF declared as another type, and a page declared as a PDF', async () => {
    site.put('/as-page', pdf, { 'content-type': 'text/html' });
    expect((await scrape({ url: `${site.url}/as-page` })).body.data.markdown).toContain('Third chapter');
    site.put('/sign-in.pdf', '<!doctype html><h1>Sign in</h1><p>first, please</p>', {
      'content-type': 'application/pdf',
    });
    const { body } = await scrape({ url: `${site.url}/sign-in.pdf` });
    expect(body.data.markdown).toContain('# Sign in');
    expect(body.data.metadata.numPages).toBeUndefined();
  });

  it('are recognized by the extension of their path as a last resort', async () => {
    site.put('/unknown/table.csv', 'name,price\nboat,100\n', { 'content-type': 'application/octet-stream' });
    expect((await scrape({ url: `${site.url}/unknown/table.csv` })).body.data.markdown).toContain('| boat | 100 |');
  });

  it('without text content have no rawHtml, and the response says so', async () => {
    site.put('/report.odt', Buffer.from(fixture('report.odt')), {
      'content-type': 'application/vnd.oasis.opendocument.text',
    });
    const formats = ['markdown', 'rawHtml', 'html'];
    const { body } = await scrape({ url: `${site.url}/report.odt`, formats });
    expect(Object.keys(body.data)).toEqual(['markdown', 'html', 'warning', 'metadata']);
    expect(body.data.warning).toContain('no rawHtml');
    expect(body.data.metadata.title).toBe('Harbour report');
    const unparsed = await scrape({ url: `${site.url}/book.pdf`, formats, parsers: [] });
    expect(Object.keys(unparsed.body.data)).toEqual(['markdown', 'html', 'warning', 'metadata']);
    const text = await scrape({ url: `${site.url}/table.csv`, formats: ['rawHtml'] });
    expect(text.body.data).toMatchObject({ rawHtml: 'name,price\nboat,100\n' });
    expect(text.body.data.warning).toBeUndefined();
  });

  const icon = Buffer.concat([Buffer.from('000001000100', 'hex'), Buffer.alloc(60)]);
  const noise = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256));
  it.each([
    ['a film', 'video/mp4', Buffer.alloc(2000, 7), 'video/mp4'],
    ['a picture', 'image/x-icon', icon, 'image/x-icon'],
    ['a picture without a type', 'application/octet-stream', icon, 'image/x-icon'],
    ['a picture sent as a page', 'text/html', icon, 'image/x-icon'],
    ['an archive', 'application/zip', Buffer.from(makeZip({ 'a.txt': 'x' })), 'application/zip'],
    [
      'an archive without a type',
      'application/octet-stream',
      Buffer.from(makeZip({ 'a.txt': 'x' })),
      'application/zip',
    ],
    ['a program', 'application/octet-stream', Buffer.concat([Buffer.from('MZ'), noise]), 'application/x-msdownload'],
    [
      'an office file of an old format',
      'application/msword',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise]),
      'application/x-cfb',
    ],
    ['noise sent as text', 'text/plain', noise, 'text/plain'],
    ['noise sent as a page', 'text/html', noise, 'text/html'],
    ['noise of no type', 'application/x-nothing', noise, 'application/x-nothing'],
  ])('without text are refused with their kind: %s', async (name, type, bytes, told) => {
    const path = `/refused/${encodeURIComponent(name)}`;
    site.put(path, bytes, { 'content-type': type });
    const { status, body } = await scrape({ url: site.url + path });
    expect([status, body.code]).toEqual([500, 'SCRAPE_UNSUPPORTED_FILE_ERROR']);
    expect(body.error).toContain(told);
  });
});
