/** Tests `gleaner crawl`, `batch`, `map` and `jobs` as programs. Covers output, Ctrl-C, errors and a running engine. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, gleaner, startCommand, startSite } from './program';

const pages = 30;
let folder: string;
let dataDir: string;
let site: Awaited<ReturnType<typeof startSite>>;
let visits = 0;
/** Called with the path of each request. Returns true to leave the request unanswered. */
let holds: (path: string) => boolean = () => false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-cli-jobs-'));
  dataDir = join(folder, 'data');
  site = await startSite((request, response) => {
    if (request.url === '/dot.gif') return void response.end(Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'));
    if (request.url === '/pictures') {
      response.setHeader('content-type', 'text/html');
      const [seen, gone] = ['/dot.gif', '/gone.gif'].map((src) => `<img src="${src}" alt="A dot" width="400">`);
      return void response.end(
        `<title>Dots</title><main><h1>Dots</h1><p>Two dots are shown here: ${seen} ${gone}</p></main>`,
      );
    }
    const page = request.url === '/' ? 0 : Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (!(page < pages)) return void response.writeHead(404).end();
    visits += 1;
    if (holds(request.url ?? '')) return;
    const links = [1, 2, 3].map((step) => page * 3 + step).filter((to) => to < pages);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>Page ${page}</title><main><h1>Page ${page}</h1><p>This is what page ${page} has to say.</p>
      ${links.map((to) => `<a href="/p/${to}">${to}</a>`).join(' ')}</main>`,
    );
  });
});
afterAll(async () => {
  site.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const own = () => ['--data-dir', dataDir, '--allow-private-network'];
const fresh = ['--max-age', '0'];

async function expectErrors(cases: readonly (readonly [readonly string[], RegExp])[]): Promise<void> {
  for (const [args, sentence] of cases) {
    const { code, stderr } = await gleaner(...args);
    expect(stderr.trim()).toMatch(sentence);
    expect(code, args.join(' ')).toBe(1);
  }
}

describe.skipIf(!existsSync(cli))('jobs on the command line (needs a build)', () => {
  it('writes a crawl to a folder of markdown files, and stops its engine', async () => {
    const { code, stdout, stderr } = await gleaner('crawl', `${site.url}/`, '-o', `${folder}/pages/`, ...own());
    expect(code).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^Starting an engine …\nJob [0-9a-f-]{36}\n(.*\n)*30 of 30 pages, .* per second\n30 pages written/,
    );
    const host = join(folder, 'pages', new URL(site.url).host.replace(':', '-'));
    expect((await readdir(host)).sort()).toEqual(['index.md', 'p']);
    expect((await readdir(join(host, 'p'))).length).toBe(pages - 1);
    const file = await readFile(join(host, 'p', '7.md'), 'utf8');
    expect(file).toMatch(/^---\nurl: ".*\/p\/7"\ntitle: "Page 7"\n---\n\n/);
    expect(file).toContain('This is what page 7 has to say.');
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
  });

  it('saves images beside the pages with relative links, and reports those it cannot fetch', async () => {
    const output = join(folder, 'dots');
    const { code, stderr } = await gleaner('batch', `${site.url}/pictures`, '-o', output, '--assets', ...own());
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/1 files saved in .*assets; 1 could not be saved, so their original links remain/),
    ]);
    expect(stderr).toContain(`Not saved: ${site.url}/gone.gif`);
    const [image = ''] = await readdir(join(output, 'assets'));
    expect(image).toMatch(/^dot-[0-9a-f]{8}\.gif$/);
    const text = await readFile(join(output, new URL(site.url).host.replace(':', '-'), 'pictures.md'), 'utf8');
    expect(text).toContain(`![A dot](../assets/${image})`);
    expect(text).toContain(`![A dot](${site.url}/gone.gif)`);
    const wrong = await gleaner('batch', site.url, '-o', 'one.md', '--assets', ...own());
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('--assets needs Markdown pages in a folder'),
    ]);
  });

  it('writes a crawl to a WARC file, compressed or not', async () => {
    const file = join(folder, 'site.warc');
    const { code, stdout } = await gleaner('crawl', `${site.url}/`, '--limit', '2', '--warc', file, ...own());
    expect([code, stdout]).toEqual([0, '']);
    const text = await readFile(file, 'utf8');
    expect(text.match(/^WARC-Type: .*$/gm)?.sort()).toEqual(
      ['metadata', 'metadata', 'request', 'request', 'response', 'response', 'warcinfo'].map(
        (type) => `WARC-Type: ${type}`,
      ),
    );
    expect(text).toContain(`WARC-Target-URI: ${site.url}/\r\n`);
    expect(text).toContain('<title>Page 0</title>');
    await gleaner('batch', `${site.url}/p/1`, '--warc', `${file}.gz`, ...own());
    expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toContain(`WARC-Target-URI: ${site.url}/p/1\r\n`);
  });

  it('cancels the job on Ctrl-C, leaves no partial file, and keeps finished pages readable', async () => {
    const output = join(folder, 'cut.jsonl');
    const held = new Promise<void>((resolve) => {
      holds = (path) => {
        if (path !== '/p/9') return false;
        resolve();
        return true;
      };
    });
    const { child, finished } = startCommand(['crawl', `${site.url}/`, '-o', output, ...fresh, ...own()]);
    await held;
    child.kill('SIGINT');
    const { code, stderr } = await finished;
    holds = () => false;
    expect(code).toBe(130);
    expect(stderr).toContain('gleaner: cancelled.');
    expect((await readdir(folder)).filter((name) => name.startsWith('cut'))).toEqual([]);
    const before = visits;
    const id = /gleaner jobs results ([0-9a-f-]{36})/.exec(stderr)?.[1] ?? '';
    const results = await gleaner('jobs', 'results', id, '--json', '--data-dir', dataDir);
    expect(results.code).toBe(0);
    expect(results.stdout).toContain('"title":"Page 0"');
    // A cancelled job must not resume when the engine is next started.
    expect(visits).toBe(before);
  });

  it('reports an error in one sentence, and exits with 1', async () => {
    const cases: [string[], RegExp][] = [
      [['crawl', site.url, '-o', 'x.pdf'], /".pdf"/],
      [['crawl', site.url, '--detach', '--data-dir', dataDir], /no engine is running/],
      [['crawl', site.url, '--data-dir', dataDir], /private address/],
      [['batch', './nothing.txt', ...own()], /there is no file \.\/nothing\.txt/],
      [['crawl', site.url, '--limit', '0'], /whole number, 1 or greater/],
      [['jobs', 'status', 'x', '--data-dir', dataDir], /no engine is running/],
    ];
    await expectErrors(cases);
  }, 60_000);

  describe('with a running engine', () => {
    const data = () => ['--data-dir', dataDir];
    let served: ReturnType<typeof startCommand>;
    beforeAll(async () => {
      served = startCommand(['serve', '--port', '0', ...own()]);
      await new Promise<void>((resolve) => {
        served.child.stdout?.on('data', (chunk) => String(chunk).includes('Sign in:') && resolve());
      });
    });
    afterAll(async () => {
      served.child.kill('SIGTERM');
      expect((await served.finished).code).toBe(0);
    });

    it('writes several formats as JSON lines, and one format as one file', async () => {
      const lines = join(folder, 'pages.jsonl');
      const first = await gleaner(
        'crawl',
        `${site.url}/`,
        '--limit',
        '5',
        '-f',
        'markdown,links',
        '-o',
        lines,
        ...data(),
      );
      expect(first.code).toBe(0);
      const documents = (await readFile(lines, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(documents).toHaveLength(5);
      expect(documents[0]).toMatchObject({ metadata: { title: 'Page 0' }, links: expect.any(Array) });
      const text = join(folder, 'pages.md');
      const second = await gleaner('batch', `${site.url}/p/1`, `${site.url}/p/2`, '-o', text, ...data());
      expect(second.code).toBe(0);
      const written = await readFile(text, 'utf8');
      expect(written.match(/^<!-- .* -->$/gm)?.sort()).toEqual([1, 2].map((page) => `<!-- ${site.url}/p/${page} -->`));
      expect(written).toContain('This is what page 2 has to say.');
    });

    it('reads the URLs of a batch from a file or standard input, and names invalid ones', async () => {
      const file = join(folder, 'urls.txt');
      await writeFile(file, `${site.url}/p/3\nhttp://\n`);
      const args = ['batch', '-', file, '--json', ...data()];
      const { code, stdout, stderr } = await startCommand(args, `${site.url}/p/4\n`).finished;
      expect(code).toBe(0);
      const found = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).metadata.title);
      expect(found.sort()).toEqual(['Page 3', 'Page 4']);
      expect(stderr).toContain('Skipped, because it is not a valid URL: http://');
    });

    it('prints the URLs of a map, or JSON', async () => {
      const plain = await gleaner('map', site.url, ...data());
      expect(plain.code).toBe(0);
      expect(plain.stdout.split('\n')).toEqual(expect.arrayContaining([`${site.url}/p/1`, `${site.url}/p/3`]));
      const json = await gleaner('map', site.url, '--json', '--limit', '2', ...data());
      expect(JSON.parse(json.stdout)).toHaveLength(2);
    });

    it('detaches from, inspects, cancels and fetches a job of a running engine', async () => {
      try {
        const held = new Promise<void>((resolve) => {
          holds = (path) => {
            if (path === '/p/20') resolve();
            return path === '/p/20';
          };
        });
        const { code, stdout } = await gleaner('crawl', `${site.url}/`, '--detach', ...fresh, ...data());
        expect(code).toBe(0);
        const id = stdout.trim();
        await held;
        expect((await gleaner('jobs', 'list', ...data())).stdout).toContain(`${id}\tcrawl\tactive\t`);
        expect((await gleaner('jobs', 'status', id, ...data())).stdout).toMatch(/^status\tscraping$/m);
        expect(await gleaner('jobs', 'cancel', id, ...data())).toMatchObject({ code: 0, stderr: 'Cancelled.\n' });
        const results = await gleaner('jobs', 'results', id, '-o', `${folder}/left/`, ...data());
        expect(results.code).toBe(0);
        expect(results.stderr).toContain('pages written to');
        const unknown = await gleaner('jobs', 'status', '01900000-0000-7000-8000-000000000000', ...data());
        expect(unknown).toMatchObject({ code: 1 });
      } finally {
        holds = () => false;
      }
    });

    it('reports a refused or failed job in one sentence, and exits with 1', () =>
      expectErrors([
        [['crawl', site.url, '--include', '(', ...data()], /[Rr]egular expression/],
        [['crawl', 'http://127.0.0.1:1/', ...data()], /the job failed: Specified URL is failing to load: .+/],
      ]));
  });
});
