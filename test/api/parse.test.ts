import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDocx } from '../parsers/make-office';
import { makePdf } from '../parsers/make-pdf';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let client: Firecrawl;
beforeAll(async () => {
  engine = await sharedTestEngine();
  client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
});
afterAll(() => engine.stop());

const pdf = makePdf([
  [{ x: 72, y: 700, size: 12, text: 'The harbour was quiet.' }],
  [{ x: 72, y: 700, size: 12, text: 'Second page.' }],
]);
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

it('reads files that the published client uploads, as documents of a scrape', async () => {
  const read = await client.parse(
    { data: Buffer.from(pdf), filename: 'Hafen über.pdf' },
    { formats: ['markdown', 'html'] },
  );
  expect(read.markdown).toContain('The harbour was quiet.');
  expect(read.html).toContain('<p>');
  expect(read.metadata).toMatchObject({
    sourceFile: 'Hafen über.pdf',
    numPages: 2,
    contentType: 'application/pdf',
    creditsUsed: 2,
  });
  expect(read.metadata).not.toHaveProperty('sourceURL');
  const word = await client.parse({ data: Buffer.from(makeDocx()), filename: 'wrong-name.txt' });
  expect(word.markdown).toContain('# Report');
  const page = '<html><title>T</title><nav>menu</nav><main><h1>Quay</h1><p>Long text of a page.</p></main></html>';
  const html = await client.parse({ data: page, filename: 'page.html' }, { excludeTags: ['nav'], timeout: 20_000 });
  expect(html.markdown).toContain('# Quay');
  expect(html.metadata?.title).toBe('T');
});

it('returns pages, blocks and page markers of a PDF', async () => {
  const layout = makePdf([
    [
      { x: 72, y: 700, size: 20, text: 'Harbour' },
      { x: 72, y: 660, size: 12, text: 'The harbour was quiet all the morning.' },
    ],
    [],
    [{ x: 72, y: 700, size: 12, text: 'Third page.' }],
  ]);
  const file = { data: Buffer.from(layout), filename: 'a.pdf' };
  const read = await client.parse(file, { parsers: [{ type: 'pdf', pages: true, blocks: true, pageMarkers: true }] });
  expect(read.pages).toEqual([
    { pageNumber: 1, markdown: '# Harbour\n\nThe harbour was quiet all the morning.' },
    { pageNumber: 2, markdown: '' },
    { pageNumber: 3, markdown: 'Third page.' },
  ]);
  expect(read.markdown).toBe(`${read.pages?.[0]?.markdown}\n\n---\n\n<!-- page 3 -->\n\nThird page.`);
  expect(read.blocks?.[0]).toMatchObject({ pageNumber: 1, width: 612, height: 792, status: 'ok' });
  const [heading, paragraph] = read.blocks?.[0]?.items ?? [];
  expect(heading).toMatchObject({ type: 'heading', content: '# Harbour', readingOrder: 0, label: null });
  expect(paragraph).toMatchObject({
    type: 'paragraph',
    content: 'The harbour was quiet all the morning.',
    readingOrder: 1,
  });
  const [left, top, right, bottom] = paragraph?.bbox ?? [0, 0, 0, 0];
  expect([left, top, bottom]).toEqual([72, 120, 135]);
  expect(right).toBeGreaterThan(200);
  expect(await client.parse(file)).not.toHaveProperty('pages');
});

it('takes JSON with base64 and keeps nothing', async () => {
  const file = {
    name: 'mail.bin',
    content: base64('From: a@b.example\nSubject: Quay\nDate: Tue, 3 Jun 2025 10:00:00 +0000\n\nHi'),
  };
  const { status, body } = await engine.call('POST', '/v2/parse', { file, formats: ['markdown'] });
  expect(status).toBe(200);
  expect(body.data.markdown).toMatch(/^# Quay\n/);
  expect(body.data.metadata).toMatchObject({ title: 'Quay', sourceFile: 'mail.bin' });
  const past = await engine.call('GET', `/v2/scrape/${body.data.metadata.scrapeId}`);
  expect(past.status).toBe(404);
});

it('rejects bad uploads with the code and status of the error table', async () => {
  const parse = (file: object, more: object = {}) => engine.call('POST', '/v2/parse', { file, ...more });
  const note = { name: 'a.txt', content: base64('note') };
  const form = async (parts: Readonly<Record<string, string | Blob>>) => {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) body.append(name, part);
    const headers = { authorization: `Bearer ${engine.key}` };
    const response = await fetch(`${engine.url}/v2/parse`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };
  const elf = { name: 'tool', content: base64(Buffer.from('7f454c4602010100000000000000000003003e0001', 'hex')) };
  expect(await parse(elf)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  expect(await parse({ name: 'a.txt', content: '§' })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect(await parse({ name: 'a.txt', content: '' })).toMatchObject({ status: 400 });
  expect(await parse(note, { formats: ['screenshot'] })).toMatchObject({ status: 400, body: { error: /screenshot/ } });
  expect(await parse(note, { actions: [] })).toMatchObject({ status: 400 });
  expect(await form({ options: '{}' })).toMatchObject({ status: 400, body: { error: /part `file`/ } });
  expect(await form({ file: new Blob(['a']), options: '{' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST_INVALID_JSON' },
  });
  expect(await form({ file: new Blob(['a']), options: '{"formats":["nope"]}' })).toMatchObject({ status: 400 });
  expect(await form({ file: new Blob([new Uint8Array(51 * 1024 * 1024)]) })).toMatchObject({
    status: 413,
    body: { code: 'BODY_TOO_LARGE' },
  });
  const elsewhere = await fetch(`${engine.url}/v2/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${engine.key}` },
    body: new FormData(),
  });
  expect(elsewhere.status).toBe(415);
});
