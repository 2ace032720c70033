import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { csvCell } from '../../core/common/values/csv';
import { markdownName } from '../../core/jobs/exports/markdown-zip';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

const count = 250;
const title = '=HYPERLINK("http://evil.example","click") é';

let engine: TestEngine;
let site: Server;
let id: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<title>${title}</title><main><h1>Page ${request.url}</h1><p>Enough words to be the content of a page, é.</p></main>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  engine = await sharedTestEngine();
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const urls = Array.from({ length: count }, (_, index) => `${url}/a/..%2f..%2f/${index}`);
  id = (await engine.call('POST', '/v2/batch/scrape', { urls, formats: ['markdown', 'links'] })).body.id;
  await vi.waitFor(async () => expect((await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed'), {
    timeout: 60_000,
    interval: 100,
  });
});
afterAll(async () => {
  await engine.stop();
  site.closeAllConnections();
  site.close();
});

const exported = (format: string, job = id) =>
  fetch(`${engine.url}/local/jobs/${job}/export?format=${format}`, {
    headers: { authorization: `Bearer ${engine.key}` },
  });

describe('the export of a job', () => {
  it('as JSONL has one document per line, as in API responses', async () => {
    const answer = await exported('jsonl');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="gleaner-batch-127\.0\.0\.1-[\d-]{10}\.jsonl"$/,
    );
    const { body } = await engine.call('GET', `/local/jobs/${id}/export-name?format=jsonl`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${body.name}"`);
    const documents = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(documents.length).toBe(count);
    const { data } = (await engine.call('GET', `/v2/batch/scrape/${id}?limit=1`)).body;
    expect(documents[0]).toEqual(data[0]);
  });

  it('as CSV has a column for each format, without formulas', async () => {
    const text = Buffer.from(await (await exported('csv')).arrayBuffer()).toString();
    expect(text.split('\r\n')[0]).toBe(
      '\ufeffurl,title,description,language,statusCode,contentType,error,bytes,credits,finishedAt,markdown,links',
    );
    expect(text.split(`"'=HYPERLINK(""http://evil.example"",""click"") é"`).length).toBe(count + 1);
    expect(text).not.toMatch(/(^|,)"?=/m);
  });

  it('as a markdown zip opens in other tools and stays inside its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-zip-'));
    try {
      const file = join(folder, 'pages.zip');
      await writeFile(file, Buffer.from(await (await exported('markdown-zip')).arrayBuffer()));
      await promisify(execFile)('python3', ['-m', 'zipfile', '-t', file]);
      await promisify(execFile)('python3', ['-m', 'zipfile', '-e', file, join(folder, 'out')]);
      const names = await readdir(join(folder, 'out'));
      expect(names.length).toBe(count);
      const first = await readFile(join(folder, 'out', names[0]!), 'utf8');
      expect(first).toMatch(/^---\nurl: "http:.*"\ntitle: "=HYPERLINK.*é"\n---\n\n# Page/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('reports an invalid format or job', async () => {
    expect((await exported('xml')).status).toBe(400);
    expect((await exported('csv', '01890000-0000-7000-8000-000000000000')).status).toBe(404);
  });
});

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', '"\'\tx"'],
    [';=1+1', '"\';=1+1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1', "'＝1"],
    ['a;b', '"a;b"'],
    ['\rx', `"'\rx"`],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    [undefined, ''],
    [['a'], '"[""a""]"'],
  ])('%j becomes %j', (value, cell) => expect(csvCell(value)).toBe(cell));
});

describe('the name of a markdown file', () => {
  it.each([
    ['https://example.com/', '00001-example-com.md'],
    ['https://example.com/a/b.html?x=1', '00001-example-com-a-b.md'],
    ['https://example.com/..%2f..%2fetc/passwd', '00001-example-com-etc-passwd.md'],
    ['https://example.com/%E0%A4%A', '00001-example-com-E0-A4-A.md'],
    ['https://example.com/größe', '00001-example-com-größe.md'],
    [`https://example.com/${'x'.repeat(500)}`, `00001-example-com-${'x'.repeat(88)}.md`],
  ])('%s → %s', (address, name) => expect(markdownName(0, address)).toBe(name));
});
