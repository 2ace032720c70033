import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openZip } from '../../core/contract/zip';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

const records = [
  {
    name: '=HYPERLINK("http://evil.example")',
    price: 12.5,
    seen: '2026-11-20',
    link: 'https://shop.example/1',
    tags: ['oak', '=1+1'],
  },
  {
    name: '<b>&amp;"Ünïcode" \u0007 ☃</b>',
    price: -3,
    seen: '2026-11-22T10:30:00Z',
    link: 'javascript:alert(1)',
    tags: [],
  },
  { name: '@SUM(A1)', price: 0, seen: '', link: 'https://shop.example/3?a=1&b=2', tags: null },
];
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, link: { type: 'string' } },
};

const dot = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');

let engine: TestEngine;
let site: Server;
let id: string;
let rows: readonly Record<string, unknown>[];
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/dot.gif') return void response.end(dot);
    const record = records[Number(request.url?.slice(1))] ?? records[0];
    const product = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: record?.name,
      offers: { price: record?.price },
    };
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<title>=Title ${request.url}</title><script type="application/ld+json">${JSON.stringify(product).replaceAll('<', '\\u003c')}</script><main><h1>A product</h1><p>Enough words to be a page, after <a href="/1#part">the second one</a> and <a href="/9">another</a>. <img src="/dot.gif" alt="A dot" width="400"> <img src="/gone.gif" alt="Gone" width="400"></p></main>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  engine = await sharedTestEngine();
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const request = { urls: records.map((_, at) => `${url}/${at}`), formats: ['markdown', { type: 'json', schema }] };
  id = (await engine.call('POST', '/v2/batch/scrape', request)).body.id;
  await vi.waitFor(async () => expect((await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed'), {
    timeout: 30_000,
    interval: 50,
  });
  rows = (await engine.call('GET', `/local/jobs/${id}/rows?of=data&whole=true`)).body.rows.map(
    ({ values }: { values: Record<string, unknown> }) => values,
  );
}, 60_000);
afterAll(async () => {
  await engine.stop();
  site.closeAllConnections();
  site.close();
});

const exported = async (asked: Record<string, string>): Promise<Buffer> => {
  const answer = await fetch(`${engine.url}/local/jobs/${id}/export?${new URLSearchParams(asked)}`, {
    headers: { authorization: `Bearer ${engine.key}` },
  });
  expect(answer.status, asked.format).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe('the exported rows of a job', () => {
  it('are equal, cell by cell, in XLSX', async () => {
    expect(rows.length).toBe(3);
    const columns = ['name', 'price', 'pageUrl'];
    const sheet = await readSheet(await exported({ format: 'xlsx', of: 'data', columns: JSON.stringify(columns) }));
    expect(sheet[0]).toEqual(columns);
    const cells = rows.map((row) =>
      columns.map((column) =>
        typeof row[column] === 'string' ? row[column].replace('\u0007', '') : (row[column] ?? null),
      ),
    );
    expect(sheet.slice(1)).toEqual(cells);
  });

  it('are texts in XLSX where a spreadsheet might execute them', async () => {
    const asked = { format: 'xlsx', columns: '["title","url","finishedAt","statusCode"]', sort: 'url' };
    const [, first] = await readSheet(await exported(asked));
    expect(first?.[0]).toBe('=Title /0');
    expect(first?.[1]).toMatch(/^http:/);
    expect(first?.[2]).toBeInstanceOf(Date);
    expect(first?.[3]).toBe(200);
  });

  it('have their images in a Markdown zip with assets, and names of those that could not be saved', async () => {
    const zip = openZip(await exported({ format: 'markdown-zip', assets: 'true' }));
    const image = zip?.names.find((name) => name.startsWith('assets/dot-')) ?? '';
    expect(zip?.names.filter((name) => name.startsWith('assets/'))).toEqual([image, 'assets/not-saved.txt']);
    expect(Buffer.from((await zip?.bytes(image, 1000)) ?? [])).toEqual(dot);
    const page = await zip?.text(zip.names.find((name) => name.endsWith('.md')) ?? '');
    expect(page).toContain(`![A dot](${image})`);
    expect(page).toContain(`[the second one](${zip?.names.find((name) => name.endsWith('-1.md'))}#part)`);
    expect(page).toMatch(/\[another\]\(http:\/\/127\.0\.0\.1:\d+\/9\)/);
    expect(page).toMatch(/!\[Gone\]\(http:\/\/127\.0\.0\.1:\d+\/gone\.gif\)/);
    expect(await zip?.text('assets/not-saved.txt')).toContain(
      '/gone.gif The response is neither an image nor a document.',
    );
    const refused = await engine.call('GET', `/local/jobs/${id}/export?format=csv&assets=true`);
    expect([refused.status, refused.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('let a client fetch an image of a page, but never a web page', async () => {
    const base = String(rows[0]?.pageUrl).replace(/\/\d$/, '');
    const asset = (path: string) =>
      fetch(`${engine.url}/local/jobs/${id}/asset?${new URLSearchParams({ url: base + path, page: `${base}/0` })}`, {
        headers: { authorization: `Bearer ${engine.key}` },
      });
    const found = await asset('/dot.gif');
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(found.headers.get('content-disposition')).toBe('attachment');
    expect(Buffer.from(await found.arrayBuffer())).toEqual(dot);
    expect(await (await asset('/1')).json()).toMatchObject({ code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' });
  });

  it('have a file name with the title of the table, the host and the day, and a number from the second time on', async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/1`;
    const recipe = {
      ...{ version: 1, name: '127.0.0.1', pages: [`${url}*`], records: { selector: 'main' } },
      fields: [{ name: 'name', type: 'text', sources: [{ selector: 'h1' }] }],
    };
    const named = async () => {
      const { body } = await engine.call('POST', '/v2/table', { url, recipe });
      await vi.waitFor(
        async () => expect((await engine.call('GET', `/local/jobs/${body.id}`)).body.state).toBe('completed'),
        { timeout: 30_000, interval: 50 },
      );
      const file = await fetch(`${engine.url}/local/jobs/${body.id}/export?format=csv&of=data`, {
        headers: { authorization: `Bearer ${engine.key}` },
      });
      await file.arrayBuffer();
      return file.headers.get('content-disposition');
    };
    expect(await named()).toMatch(/^attachment; filename="title-1-127\.0\.0\.1-\d{4}-\d\d-\d\d\.csv"$/);
    expect(await named()).toMatch(/^attachment; filename="title-1-127\.0\.0\.1-\d{4}-\d\d-\d\d-2\.csv"$/);
  });

  it('let the window show an image of a page, but nothing else', async () => {
    const base = String(rows[0]?.pageUrl).replace(/\/\d$/, '');
    const image = (path: string) =>
      fetch(`${engine.url}/local/jobs/${id}/image?${new URLSearchParams({ url: base + path, page: `${base}/0` })}`, {
        headers: { authorization: `Bearer ${engine.key}` },
      });
    const found = await image('/dot.gif');
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(found.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await found.arrayBuffer())).toEqual(dot);
    expect(await (await image('/1')).json()).toMatchObject({ code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' });
  });

  it('are equal in SQLite, CSV, JSON and JSONL', async () => {
    const path = join(tmpdir(), `gleaner-${id}.sqlite`);
    try {
      await writeFile(path, await exported({ format: 'sqlite', of: 'data' }));
      const database = new DatabaseSync(path);
      const read = database.prepare('select * from rows').all();
      database.close();
      expect(read.map(({ name, price, pageUrl }) => ({ name, price, pageUrl }))).toEqual(
        rows.map(({ name, price, pageUrl }) => ({ name: name ?? null, price: price ?? null, pageUrl })),
      );
      expect((await readFile(path)).subarray(0, 15).toString()).toBe('SQLite format 3');
    } finally {
      await rm(path, { force: true });
    }
    const csv = await exported({ format: 'csv', of: 'data' });
    expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines: Record<string, string>[] = parse(csv, { columns: true, bom: true });
    expect(lines.map(({ pageUrl }) => pageUrl)).toEqual(rows.map(({ pageUrl }) => pageUrl));
    const pages: Record<string, string>[] = parse(await exported({ format: 'csv', sort: 'url' }), {
      columns: true,
      bom: true,
    });
    expect(pages[0]?.title).toBe("'=Title /0");
    expect(JSON.parse((await exported({ format: 'json', of: 'data' })).toString())).toEqual(rows);
    const jsonl = (await exported({ format: 'jsonl', of: 'data' })).toString();
    expect(
      jsonl
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
  });

  it('are the selected ones, in order', async () => {
    const asked = { format: 'json', columns: '["statusCode","url"]', sort: '-url' };
    const read = JSON.parse((await exported(asked)).toString()) as { url: string; statusCode: number }[];
    expect(read.map(({ url, statusCode }) => [new URL(url).pathname, statusCode])).toEqual([
      ['/2', 200],
      ['/1', 200],
      ['/0', 200],
    ]);
    // Page numbers follow completion order, which differs between runs.
    const inOrder = JSON.parse((await exported({ format: 'json', columns: '["url"]' })).toString()) as {
      url: string;
    }[];
    const some = JSON.parse((await exported({ ...asked, numbers: '0-1' })).toString()) as { url: string }[];
    const firstTwo = inOrder.slice(0, 2).map(({ url }) => url);
    expect(some.map(({ url }) => url)).toEqual(firstTwo.sort().reverse());
    const none = await exported({ format: 'json', of: 'data', search: 'no such word' });
    expect(none.toString()).toBe('[]\n');
  });

  it('leave nothing behind when the client disconnects', async () => {
    const abort = new AbortController();
    const answer = await fetch(`${engine.url}/local/jobs/${id}/export?format=sqlite`, {
      headers: { authorization: `Bearer ${engine.key}` },
      signal: abort.signal,
    });
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(4096);
    abort.abort();
    expect((await exported({ format: 'sqlite' })).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  it.each([['columns=x'], ['columns=["nothing"]'], ['numbers=2-1'], ['numbers=a']])(
    'are refused for %s',
    async (query) => {
      const answer = await engine.call('GET', `/local/jobs/${id}/export?format=xlsx&${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    },
  );
});
