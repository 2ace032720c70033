import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readSitemaps, type SitemapOptions, type SitemapReport } from '../../../core/kinds/crawl/sitemaps';
import { type Answer, type FixtureServer, fetchFile, serve } from './fixture-server';

const never = new AbortController().signal;

const urlset = (paths: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>{base}${path}</loc></url>`)
    .join('')}</urlset>`;

const index = (paths: readonly string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>{base}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

describe('sitemaps', () => {
  let site: FixtureServer | undefined;
  afterEach(() => site?.close());

  /** Returns the paths listed in a site's sitemaps. */
  async function read(answers: Readonly<Record<string, Answer>>, options: Partial<SitemapOptions> = {}, path = '/') {
    const server = await serve(answers);
    site = server;
    const reports: SitemapReport[] = [];
    const paths: string[] = [];
    const entries = readSitemaps({
      startUrl: server.base + path,
      fetchFile,
      signal: never,
      onFile: (report) => void reports.push(report),
      ...options,
    });
    for await (const { url, lastmod } of entries)
      paths.push(url.replace(server.base, '') + (lastmod ? ` ${lastmod}` : ''));
    return { paths, reports, asked: server.asked };
  }

  it('are searched below the start URL and at the root, each file once', async () => {
    const { paths, asked } = await read(
      { '/docs/sitemap.xml': urlset(['/docs/a']), '/sitemap.xml': urlset(['/b']) },
      {},
      '/docs/page.html',
    );
    expect(paths).toEqual(['/docs/a', '/b']);
    expect(asked).toEqual(['/docs/sitemap.xml', '/sitemap.xml']);
  });

  it('may be the start URL itself', async () => {
    const { paths, asked } = await read({ '/maps/all.xml': urlset(['/a']) }, {}, '/maps/all.xml');
    expect(paths).toEqual(['/a']);
    expect(asked[0]).toBe('/maps/all.xml');
  });

  it('are read from robots.txt, also as relative URLs', async () => {
    const { paths } = await read({ '/special.xml': urlset(['/a']) }, { robotsSitemaps: ['/special.xml', ':::'] });
    expect(paths).toEqual(['/a']);
  });

  it('are searched on the parent domain of a subdomain, ignoring its other pages', async () => {
    const asked: string[] = [];
    const body =
      urlset(['/x']).replaceAll('{base}', 'https://docs.example.com') +
      urlset(['/y']).replaceAll('{base}', 'https://example.com');
    const entries: string[] = [];
    const options = {
      startUrl: 'https://docs.example.com/',
      signal: never,
      fetchFile: async (url: string) => {
        asked.push(url);
        const found = url === 'https://example.com/sitemap.xml';
        return {
          status: found ? 200 : 404,
          url,
          body: (async function* () {
            yield new TextEncoder().encode(body);
          })(),
        };
      },
    };
    for await (const { url } of readSitemaps(options)) entries.push(url);
    expect(asked).toEqual(['https://docs.example.com/sitemap.xml', 'https://example.com/sitemap.xml']);
    expect(entries).toEqual(['https://docs.example.com/x']);
  });

  it('follow indexes and URLs that end in .xml', async () => {
    const { paths } = await read({
      '/sitemap.xml': index(['/one.xml', '/two.xml.gz']),
      '/one.xml': urlset(['/a', '/three.xml']),
      '/two.xml.gz': gzipSync(urlset(['/b'])),
      '/three.xml': urlset(['/c']),
    });
    expect(paths.map((path) => path.replace('/%7Bbase%7D', ''))).toEqual(['/a', '/b', '/c']);
  });

  it('end at a circular index', async () => {
    const { asked } = await read({
      '/sitemap.xml': index(['/other.xml']),
      '/other.xml': index(['/sitemap.xml', '/other.xml']),
    });
    expect(asked).toEqual(['/sitemap.xml', '/other.xml']);
  });

  it('stop after twenty files', async () => {
    const many = Array.from({ length: 500 }, (_, number) => `/map-${number}.xml`);
    const answers = Object.fromEntries(many.map((path) => [path, urlset([`/page${path}.html`])]));
    const { paths, asked } = await read({ ...answers, '/sitemap.xml': index(many) });
    expect(asked).toHaveLength(20);
    expect(paths).toHaveLength(19);
  });

  it('are read with 50,000 pages per file, in little memory', async () => {
    const big = (request: { url?: string }, response: import('node:http').ServerResponse) => {
      response.write('<urlset>');
      let at = 0;
      const more = () => {
        while (at < 60_000) {
          at++;
          if (!response.write(`<url><loc>https://example.com/${'x'.repeat(200)}/${request.url}/${at}</loc></url>`)) {
            response.once('drain', more);
            return;
          }
        }
        response.end('</urlset>');
      };
      more();
    };
    const names = Array.from({ length: 3 }, (_, number) => `/big-${number}.xml`);
    const server = await serve({
      '/sitemap.xml': index(names),
      ...Object.fromEntries(names.map((name) => [name, big])),
    });
    site = server;
    const before = process.memoryUsage().rss;
    let count = 0;
    for await (const { url } of readSitemaps({ startUrl: `${server.base}/`, fetchFile, signal: never }))
      count += url.length > 0 ? 1 : 0;
    expect(count).toBe(3 * 50_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  }, 60_000);

  it('are read as plain text, RSS and Atom, too, with dates', async () => {
    const { paths } = await read(
      {
        '/list.txt': '\ufeff{base}/a\r\n\r\n  {base}/b  \nnot an address\n',
        '/rss':
          '<?xml version="1.0"?><rss><channel><link>{base}/no</link><item><link>{base}/c</link><pubDate>Fri, 20 Nov 2026 00:00:00 GMT</pubDate></item></channel></rss>',
        '/atom':
          '<feed xmlns="http://www.w3.org/2005/Atom"><link href="{base}/no"/><entry><link rel="enclosure" href="{base}/no.mp3"/><link href="{base}/d"/><updated>2026-11-20</updated></entry></feed>',
        '/prefixed':
          '<sm:urlset xmlns:sm="x" xmlns:image="y"><sm:url><sm:loc> {base}/e?a=1&amp;b=2 </sm:loc><image:image><image:loc>{base}/i.png</image:loc></image:image><sm:lastmod>2026-01-01</sm:lastmod></sm:url></sm:urlset>',
        '/cdata': '<urlset><url><loc><![CDATA[{base}/f]]></loc></url></urlset>',
      },
      { robotsSitemaps: ['/list.txt', '/rss', '/atom', '/prefixed', '/cdata'] },
    );
    expect(paths).toEqual([
      '/a',
      '/b',
      '/c Fri, 20 Nov 2026 00:00:00 GMT',
      '/d 2026-11-20',
      '/e?a=1&b=2 2026-01-01',
      '/f',
    ]);
  });

  it('list versions in other languages after the pages, each once', async () => {
    const link = (hreflang: string, path: string, rel = 'alternate') =>
      `<xhtml:link rel="${rel}" hreflang="${hreflang}" href="{base}${path}"/>`;
    const both = link('de', '/de/a') + link('x-default', '/a');
    const { paths } = await read({
      '/sitemap.xml': `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">
        <url>${both}<loc>{base}/a</loc></url><url><loc>{base}/en/a</loc>${both}</url>
        <url><loc>{base}/b</loc><xhtml:link rel="alternate" media="handheld" href="{base}/m/b"/>${link('fr', '/no', 'canonical')}</url>
      </urlset>`,
    });
    expect(paths).toEqual(['/a', '/en/a', '/b', '/de/a', '/a']);
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\ufeff<urlset><url><loc>http://a.com/\u00e9</loc></url></urlset>`, 'utf16le')],
    [
      'Latin-1 by declaration',
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>http://a.com/\u00e9</loc></url></urlset>',
        'latin1',
      ),
    ],
    ['UTF-8', Buffer.from('<urlset><url><loc>http://a.com/\u00e9</loc></url></urlset>')],
    ['gzip that calls itself .xml', gzipSync('<urlset><url><loc>http://a.com/\u00e9</loc></url></urlset>')],
  ])('are read in %s', async (_, body) => {
    expect((await read({ '/sitemap.xml': body })).paths).toEqual(['http://a.com/%C3%A9']);
  });

  it.each([
    ['an HTML page', '<!doctype html><html><body><url><loc>{base}/a</loc></url></body></html>'],
    ['JSON', '{"loc":"{base}/a"}'],
    ['nothing', ''],
    ['noise', Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)],
    ['broken gzip', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8)],
    ['nesting without end', '<a>'.repeat(100_000)],
  ])('list nothing when %s', async (_, body) => {
    expect((await read({ '/sitemap.xml': body })).paths).toEqual([]);
  });

  it.each([
    ['cut off', '<urlset><url><loc>{base}/a</loc></url><url><loc>{base}/b', ['/a']],
    ['badly nested', '<urlset><url><loc>{base}/a</url></loc><url><loc>{base}/b</loc></url>', ['/b']],
    ['with a bare &', '<urlset><url><loc>{base}/a?x=1&y=2</loc></url></urlset>', ['/a?x=1&y=2']],
    [
      'with relative and foreign addresses',
      '<urlset><url><loc>/a</loc></url><url><loc>ftp://x.y/z</loc></url></urlset>',
      ['/a'],
    ],
    [
      'with an address of a megabyte',
      `<urlset><url><loc>{base}/${'x'.repeat(1_000_000)}</loc></url><url><loc>{base}/a</loc></url></urlset>`,
      ['/a'],
    ],
  ])('list what is readable when %s', async (_, body, expected) => {
    expect((await read({ '/sitemap.xml': body })).paths.filter((path) => expected.includes(path))).toEqual(expected);
  });

  it('keep the entries before the end of a truncated gzip file', async () => {
    const whole = gzipSync(
      urlset(Array.from({ length: 20_000 }, (_, at) => `/p${(at * 7919) % 20_011}`)).replaceAll(
        '{base}',
        'http://a.com',
      ),
    );
    const { paths } = await read({ '/sitemap.xml': whole.subarray(0, whole.length / 2) });
    expect(paths.length).toBeGreaterThan(1000);
  });

  it('stop gzip bombs at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, ' '));
    const { paths, reports } = await read({ '/sitemap.xml': bomb });
    expect(paths).toEqual([]);
    expect(reports[0]?.entries).toBe(0);
  });

  it('load and expand no entities', async () => {
    const lol = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const body = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY l0 "lol">${lol}<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY web SYSTEM "{base}/evil">]>
      <urlset><url><loc>{base}/a&l10;</loc></url><url><loc>{base}/b&file;&web;</loc></url></urlset>`;
    const { paths, asked } = await read({ '/sitemap.xml': body });
    expect(asked).toEqual(['/sitemap.xml']);
    expect(paths.join()).not.toMatch(/lollol|root:/);
    expect(paths).toEqual(['/a&l10;', '/b&file;&web;']);
  });

  it('report unreadable files with the reason', async () => {
    const { reports } = await read(
      { '/sitemap.xml': (request) => request.socket.destroy() },
      { robotsSitemaps: ['/gone.xml'] },
    );
    expect(reports.map(({ problem }) => problem)).toEqual([expect.any(String), expect.stringContaining('404')]);
  });

  it('end without an error at the timeout', async () => {
    const { paths } = await read(
      { '/sitemap.xml': (_, response) => void response.write('<urlset><url><loc>http://a.com/1</loc></url>') },
      { budgetMs: 300 },
    );
    expect(paths).toEqual(['http://a.com/1']);
  });

  it('end with the caller’s reason when the caller disconnects', async () => {
    const leaving = new AbortController();
    const reading = read({ '/sitemap.xml': () => leaving.abort(new Error('left')) }, { signal: leaving.signal });
    await expect(reading).rejects.toThrow('left');
  });
});
