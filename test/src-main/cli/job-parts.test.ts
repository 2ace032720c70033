/** Tests parts of `gleaner crawl`, `batch` and `map` that need no engine. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAtomicFile } from '../../../src-main/cli/atomic-file';
import { crawlBody } from '../../../src-main/cli/commands/crawl-command';
import { mapBody } from '../../../src-main/cli/commands/map-command';
import { outputShape } from '../../../src-main/cli/job-output';
import { PageFileNames } from '../../../src-main/cli/page-file-names';
import { progressReport } from '../../../src-main/cli/progress-report';
import { readUrls } from '../../../src-main/cli/url-lists';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-cli-parts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const markdown = { format: ['markdown'], mainContent: true };

describe('file names of pages', () => {
  it.each([
    ['https://example.com/', 'example.com/index'],
    ['https://example.com/docs/', 'example.com/docs/index'],
    ['https://example.com/docs/intro.html', 'example.com/docs/intro'],
    ['https://example.com:8080/a', 'example.com-8080/a'],
    ['https://example.com/a?page=2&x=%2F', 'example.com/a-page-2-x'],
    ['https://example.com/%C3%BCber/uns', 'example.com/über/uns'],
    ['https://example.com/a//b', 'example.com/a/b'],
  ])('%s becomes %s', (address, name) => {
    expect(new PageFileNames().nameOf(address)).toBe(name);
  });

  it.each([
    'https://example.com/..%2F..%2Fetc%2Fpasswd',
    'https://example.com/%2e%2e%5c%2e%2e%5cwindows',
    'https://example.com/.git/config',
    'https://example.com/a%00b',
    'https://example.com/CON',
    'https://example.com/nul.txt/x',
    'https://example.com/trailing.%20',
    `https://example.com/${'%F0%9F%98%80x'.repeat(200)}`,
    `https://example.com/${'deep/'.repeat(100)}end`,
    'https://[::1]:3000/x',
    'https://example.com/a%',
  ])('%s stays inside the folder and is valid on every system', (address) => {
    const segments = new PageFileNames().nameOf(address).split('/');
    for (const segment of segments) {
      expect(segment).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u);
      expect(segment).not.toMatch(/^(?:con|nul)(?:\.|$)|[. ]$/i);
      expect(Buffer.byteLength(segment)).toBeLessThan(250);
    }
    expect(segments.join('/').length).toBeLessThan(200);
  });

  it('are unique, even case-insensitively', () => {
    const names = new PageFileNames();
    const addresses = ['a', 'A', 'a.html', 'a?', 'a?2', 'a-2', 'a/', 'a/index', 'a/index.html', 'b.md/x', 'b'];
    const given = addresses.map((path) => names.nameOf(`https://example.com/${path}`).toLowerCase());
    expect(new Set(given).size).toBe(addresses.length);
    // A folder name must never equal the file name of another page.
    expect(given).toContain('example.com/b.md-/x');
  });
});

describe('URLs of a batch', () => {
  it('come from arguments, and from files with one per line', async () => {
    const file = join(folder, 'urls.txt');
    await writeFile(
      file,
      '\uFEFF# my list\r\nexample.com/a\r\n\r\n  https://example.com/b,c  \n"http://example.com/d",x\n',
    );
    expect(await readUrls(['example.com', file])).toEqual([
      'https://example.com',
      'https://example.com/a',
      'https://example.com/b,c',
      'http://example.com/d',
    ]);
  });

  it('do not come from a missing file', async () => {
    await expect(readUrls([join(folder, 'nothing.txt')])).rejects.toThrow('there is no file');
    await expect(readUrls(['nothing.csv'])).rejects.toThrow('there is no file nothing.csv');
    await expect(readUrls([folder])).rejects.toThrow('cannot be read (EISDIR)');
  });
});

describe('the output', () => {
  it.each([
    [{ output: undefined, format: ['markdown'] }, 'text'],
    [{ output: undefined, format: ['markdown', 'links'] }, 'lines'],
    [{ output: undefined, format: ['markdown'], json: true }, 'lines'],
    [{ output: 'pages/', format: ['markdown'] }, 'folder'],
    [{ output: 'pages', format: ['screenshot'] }, 'folder'],
    [{ output: 'pages.JSONL', format: ['markdown', 'links'] }, 'lines'],
    [{ output: 'pages.md', format: ['markdown'] }, 'text'],
  ])('%o is %s', (choice, shape) => {
    expect(outputShape(choice)).toBe(shape);
  });

  it('reports unwritable output at the start', () => {
    expect(() => outputShape({ output: 'a.md', format: ['markdown', 'html'] })).toThrow('one text format');
    expect(() => outputShape({ output: 'a.pdf', format: ['markdown'] })).toThrow('".pdf"');
    expect(outputShape({ output: folder, format: ['markdown'] })).toBe('folder');
  });

  it('writes a file atomically', async () => {
    const path = join(folder, 'deep', 'pages.jsonl');
    const first = await openAtomicFile(path);
    await first.add('1\n');
    expect(await readdir(join(folder, 'deep'))).not.toContain('pages.jsonl');
    await first.add('2\n');
    await first.finish();
    const second = await openAtomicFile(path);
    await second.add('other');
    await second.discard();
    expect(await readdir(join(folder, 'deep'))).toEqual(['pages.jsonl']);
    expect(await readFile(path, 'utf8')).toBe('1\n2\n');
  });
});

describe('the progress', () => {
  const report = (isTTY: boolean) => {
    const said: string[] = [];
    let time = 1000;
    const stream = { isTTY, write: (text: string) => said.push(text) };
    const { update, end } = progressReport(stream, () => time);
    const at = (ms: number, completed: number) => {
      time = 1000 + ms;
      update({ completed, total: 10, failed: completed > 5 ? 1 : 0 });
    };
    return { said, at, end };
  };

  it('is an updating bar on a terminal', () => {
    const { said, at, end } = report(true);
    at(10, 0);
    at(20, 1);
    at(1000, 5);
    end();
    expect(said).toEqual([
      '\r\u001b[K[------------------------] 0 of 10 pages, 0.0 per second',
      '\r\u001b[K[############------------] 5 of 10 pages, 5.0 per second',
      '\r\u001b[K',
      '5 of 10 pages, 5.0 per second\n',
    ]);
  });

  it('is an occasional line elsewhere', () => {
    const { said, at, end } = report(false);
    at(100, 1);
    at(5000, 5);
    at(6000, 6);
    at(7000, 7);
    end();
    expect(said).toEqual(['5 of 10 pages, 1.0 per second\n', '7 of 10 pages, 1 failed, 1.0 per second\n']);
  });
});

describe('the requests', () => {
  it('leave unset options to the engine', () => {
    const scrapeOptions = { formats: ['markdown'] };
    expect(crawlBody('example.com', markdown)).toEqual({ url: 'https://example.com', scrapeOptions });
    expect(mapBody('example.com', { subdomains: true })).toEqual({ url: 'https://example.com' });
  });

  it('send every option under its API name', () => {
    const options = {
      ...markdown,
      limit: 5,
      depth: 0,
      include: ['blog/.*'],
      exclude: ['a', 'b'],
      fullUrls: true,
      entireDomain: true,
      subdomains: true,
      external: true,
      sitemap: 'only',
      ignoreQuery: true,
      ignoreRobots: true,
      delay: 0.5,
      concurrency: 2,
      waitFor: 10,
      includeTags: ['main'],
    };
    expect(crawlBody('http://a.example/', options)).toEqual({
      url: 'http://a.example/',
      limit: 5,
      maxDiscoveryDepth: 0,
      includePaths: ['blog/.*'],
      excludePaths: ['a', 'b'],
      regexOnFullURL: true,
      crawlEntireDomain: true,
      allowSubdomains: true,
      allowExternalLinks: true,
      sitemap: 'only',
      ignoreQueryParameters: true,
      ignoreRobotsTxt: true,
      delay: 0.5,
      maxConcurrency: 2,
      scrapeOptions: { formats: ['markdown'], waitFor: 10, includeTags: ['main'] },
    });
    expect(
      mapBody('a.example', { search: 'x y', limit: 3, entireDomain: true, subdomains: false, ignoreRobots: true }),
    ).toEqual({
      url: 'https://a.example',
      search: 'x y',
      limit: 3,
      filterByPath: false,
      includeSubdomains: false,
      ignoreRobotsTxt: true,
    });
  });
});
