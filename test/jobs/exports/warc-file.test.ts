import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { SelectedPage } from '../../../core/jobs/exports/selected-rows';
import { warcFile } from '../../../core/jobs/exports/warc-file';

interface ReadRecord {
  readonly fields: Readonly<Record<string, string>>;
  readonly block: Buffer;
}

const mandatory = ['WARC-Record-ID', 'Content-Length', 'WARC-Date', 'WARC-Type'];
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const sha1 = (bytes: Uint8Array) => {
  const number = BigInt(`0x${createHash('sha1').update(bytes).digest('hex')}`);
  return `sha1:${Array.from({ length: 32 }, (_, at) => base32[Number((number >> BigInt(155 - 5 * at)) & 31n)]).join('')}`;
};

/** Parses records according to the WARC 1.1 grammar, and checks the required fields of each record. */
function readWarc(file: Buffer): ReadRecord[] {
  const records: ReadRecord[] = [];
  for (let at = 0; at < file.length; ) {
    const end = file.indexOf('\r\n\r\n', at);
    const [version, ...lines] = file.subarray(at, end).toString('utf8').split('\r\n');
    expect(version).toBe('WARC/1.1');
    const fields = Object.fromEntries(lines.map((line) => /^([!#$%&'*+.^_`|~\w-]+): (.*)$/.exec(line)!.slice(1, 3)));
    expect(new Set(lines.map((line) => line.split(':', 1)[0])).size).toBe(lines.length);
    for (const name of mandatory) expect(fields[name], name).toBeDefined();
    expect(fields['WARC-Record-ID']).toMatch(/^<urn:uuid:[0-9a-f-]{36}>$/);
    expect(fields['WARC-Date']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/);
    const length = Number(fields['Content-Length']);
    const block = file.subarray(end + 4, end + 4 + length);
    expect(file.subarray(end + 4 + length, end + 8 + length).toString()).toBe('\r\n\r\n');
    expect(fields['WARC-Block-Digest']).toBe(sha1(block));
    if (fields['WARC-Type'] !== 'warcinfo') expect(URL.canParse(fields['WARC-Target-URI'] ?? '')).toBe(true);
    records.push({ fields, block });
    at = end + 8 + length;
  }
  const ids = records.map(({ fields }) => fields['WARC-Record-ID']);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { fields } of records)
    for (const name of ['WARC-Concurrent-To', 'WARC-Warcinfo-ID'])
      if (fields[name]) expect(ids).toContain(fields[name]);
  return records;
}

const page = (url: string, document: object): SelectedPage =>
  ({ row: { values: { url, finishedAt: '2026-11-20T10:00:00.000Z' } }, document }) as unknown as SelectedPage;

async function written(pages: readonly SelectedPage[]) {
  async function* batches() {
    yield pages;
  }
  const pieces: Buffer[] = [];
  for await (const piece of warcFile(batches(), { software: 'Gleaner/1', description: 'Crawl of\r\nX: y' }))
    pieces.push(piece);
  return { pieces, records: readWarc(Buffer.concat(pieces.map((piece) => gunzipSync(piece)))) };
}

const kinds = (records: readonly ReadRecord[]) => records.map(({ fields }) => fields['WARC-Type']);

it('writes a request, a response and metadata for a page with its source', async () => {
  const url = 'https://site.example/ä?q=1#part';
  const metadata = {
    url,
    statusCode: 404,
    contentType: 'text/html; charset=gbk',
    title: 'No\r\npage',
    rendered: false,
  };
  const { records, pieces } = await written([page(url, { rawHtml: '<p>ü', metadata })]);
  expect(kinds(records)).toEqual(['warcinfo', 'response', 'request', 'metadata']);
  expect(pieces).toHaveLength(records.length);
  const [info, response, request, facts] = records;
  expect(info?.block.toString()).toBe(
    'software: Gleaner/1\r\nformat: WARC File Format 1.1\r\ndescription: Crawl of X: y\r\n',
  );
  expect(response?.fields).toMatchObject({
    'WARC-Target-URI': 'https://site.example/%C3%A4?q=1',
    'WARC-Date': '2026-11-20T10:00:00.000Z',
    'Content-Type': 'application/http;msgtype=response',
    'WARC-Payload-Digest': sha1(Buffer.from('<p>ü')),
  });
  expect(response?.block.toString()).toBe(
    'HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 5\r\n\r\n<p>ü',
  );
  expect(request?.block.toString()).toBe('GET /%C3%A4?q=1 HTTP/1.1\r\nHost: site.example\r\n\r\n');
  expect(request?.fields['WARC-Concurrent-To']).toBe(response?.fields['WARC-Record-ID']);
  expect(facts?.block.toString()).toContain('title: No page\r\nstatusCode: 404\r\n');
  expect(facts?.block.toString()).toContain('the original bytes were not stored');
});

it('writes a resource for a rendered page, and a conversion where the source was not stored', async () => {
  const url = 'https://site.example/';
  const { records } = await written([
    page(url, { rawHtml: '<p>x', metadata: { url, contentType: 'text/html', rendered: true } }),
    page(url, { markdown: '# X', metadata: { url, contentType: 'text/html', cachedAt: '2026-11-19T08:00:00Z' } }),
    page(url, { rawHtml: '<p>made from a PDF', markdown: 'Y', metadata: { url, contentType: 'application/pdf' } }),
    page(url, { metadata: { url } }),
    page('about:', { metadata: {} }),
  ]);
  expect(kinds(records)).toEqual([
    'warcinfo',
    ...['resource', 'metadata', 'conversion', 'metadata', 'conversion', 'metadata', 'metadata', 'metadata'],
  ]);
  expect(records[1]?.fields['Content-Type']).toBe('text/html; charset=utf-8');
  expect(records[3]?.fields['WARC-Date']).toBe('2026-11-19T08:00:00.000Z');
  expect(records[5]?.block.toString()).toBe('Y');
});
