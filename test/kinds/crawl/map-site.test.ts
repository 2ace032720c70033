import { afterEach, describe, expect, it } from 'vitest';
import { mapRequest } from '../../../core/common/api/map-request';
import { AppError } from '../../../core/common/errors';
import { type MapTools, mapSite } from '../../../core/kinds/crawl/map-site';
import { readSitemaps } from '../../../core/kinds/crawl/sitemaps';
import { type Answer, type FixtureServer, fetchFile, serve } from './fixture-server';

const never = new AbortController().signal;

/** Reads pages over HTTP. The links of a page are the values of its `href` attributes. */
const tools: MapTools = {
  async visit(url, signal) {
    const response = await fetch(url, { signal });
    const html = await response.text();
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => new URL(href ?? '', response.url).href);
    return { url: response.url, links, title: /<title>(.*?)<\/title>/.exec(html)?.[1] };
  },
  sitemaps: (startUrl, signal) => readSitemaps({ startUrl, signal, fetchFile }),
};

const home = `<title>Home</title>${[
  '/a',
  '/a#x',
  '/docs/b?x=1',
  '/pic.png',
  'https://other.com/x',
  'http://docs.127.0.0.1.nip.example/',
]
  .map((href) => `<a href="${href}">`)
  .join('')}`;

const sitemap =
  '<urlset><url><loc>{base}/a/</loc></url><url><loc>{base}/docs/c</loc></url><url><loc>{base}/docs/install-guide</loc></url></urlset>';

describe('a map', () => {
  let site: FixtureServer | undefined;
  afterEach(() => site?.close());

  async function map(body: object = {}, answers: Readonly<Record<string, Answer>> = {}, path = '/') {
    const server = await serve({ '/': home, '/sitemap.xml': sitemap, ...answers });
    site = server;
    const spec = mapRequest('v2').parse({ url: server.base + path, ...body });
    const links = await mapSite(spec, tools, never);
    return links.map(({ url, ...facts }) => ({ url: url.replace(server.base, ''), ...facts }));
  }

  const urls = async (...args: Parameters<typeof map>) => (await map(...args)).map(({ url }) => url);

  it('lists the start page, its links and sitemap entries, each once', async () => {
    expect(await map()).toEqual([
      { url: '/', title: 'Home', description: undefined },
      { url: '/a' },
      { url: '/docs/b' },
      { url: '/docs/c' },
      { url: '/docs/install-guide' },
    ]);
  });

  it('lists versions in other languages that are on the site, after all pages of the sitemap', async () => {
    const link = (href: string) => `<xhtml:link rel="alternate" hreflang="de" href="${href}"/>`;
    const links = link('{base}/de/a') + link('https://other.example/de');
    const alternates = `<urlset><url><loc>{base}/a</loc>${links}</url><url><loc>{base}/b</loc></url></urlset>`;
    expect(await urls({ sitemap: 'only' }, { '/sitemap.xml': alternates })).toEqual(['/a', '/b', '/de/a']);
  });

  it('reads only the sitemap, or everything else', async () => {
    expect(await urls({ sitemap: 'only' })).toEqual(['/a/', '/docs/c', '/docs/install-guide']);
    expect(site?.asked).toEqual(['/sitemap.xml']);
    expect(await urls({ sitemap: 'skip' })).toEqual(['/', '/a', '/docs/b']);
  });

  it('keeps queries if requested', async () => {
    expect(await urls({ ignoreQueryParameters: false, sitemap: 'skip' })).toEqual(['/', '/a', '/docs/b?x=1']);
  });

  it('stays below the path of the URL by default', async () => {
    const answers = { '/docs/': '<a href="/a"></a><a href="d"></a>' };
    expect(await urls({}, answers, '/docs/')).toEqual(['/docs/', '/docs/d', '/docs/c', '/docs/install-guide']);
    expect(await urls({ filterByPath: false }, answers, '/docs/')).toContain('/a');
  });

  it('lists a whole sitemap, whatever the path, when only sitemaps are read or the start URL is one', async () => {
    const all = ['/a/', '/docs/c', '/docs/install-guide'];
    expect(await urls({ sitemap: 'only' }, {}, '/docs/')).toEqual(all);
    const deep = { '/maps/site.xml': sitemap };
    expect(await urls({ sitemap: 'only' }, deep, '/maps/site.xml')).toEqual(all);
    expect(await urls({}, deep, '/maps/site.xml')).toEqual(expect.arrayContaining(all));
  });

  it('ranks by search words and keeps other URLs at the end', async () => {
    const ranked = await urls({ search: 'install guide' });
    expect(ranked[0]).toBe('/docs/install-guide');
    expect(ranked).toHaveLength(5);
    expect(await urls({ search: 'install guide', limit: 1 })).toEqual(['/docs/install-guide']);
  });

  it('stops reading at its limit', async () => {
    const endless: Answer = (_, response) =>
      void response.write(`<urlset>${'<url><loc>http://127.0.0.1/x</loc></url>'}`);
    expect(await urls({ limit: 2 }, { '/sitemap.xml': endless })).toEqual(['/', '/a']);
  });

  it('throws MAP_TIMEOUT at the timeout, whatever is unresponsive', async () => {
    const silent: Answer = () => undefined;
    const sites: Readonly<Record<string, Answer>>[] = [{ '/': silent }, { '/sitemap.xml': silent }];
    for (const answers of sites) {
      const error = await map({ timeout: 200 }, answers).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe('MAP_TIMEOUT');
      site?.close();
    }
  });

  it('lists the sitemap when the start page fails, and throws its error when there is nothing else', async () => {
    const broken: Answer = (request) => request.socket.destroy();
    expect(await urls({}, { '/': broken })).toEqual(['/a/', '/docs/c', '/docs/install-guide']);
    await expect(map({}, { '/': broken, '/sitemap.xml': broken })).rejects.toMatchObject({ code: 'SCRAPE_SITE_ERROR' });
  });

  it('follows a start page that moved to another host', async () => {
    const target = await serve({
      '/': '<title>New</title><a href="/n"></a>',
      '/sitemap.xml': '<urlset><url><loc>{base}/m</loc></url></urlset>',
    });
    const moved: Answer = (_, response) => void response.writeHead(302, { location: `${target.base}/` }).end();
    const found = await urls({}, { '/': moved });
    target.close();
    expect(found).toEqual([`${target.base}/`, `${target.base}/n`, `${target.base}/m`]);
  });

  it('ends with the caller’s reason when the caller disconnects', async () => {
    const leaving = new AbortController();
    const server = await serve({ '/': () => leaving.abort(new Error('left')) });
    site = server;
    const spec = mapRequest('v2').parse({ url: server.base });
    await expect(mapSite(spec, tools, leaving.signal)).rejects.toThrow('left');
  });
});

describe('subdomains on a map', () => {
  const visit = async () => ({
    url: 'https://www.example.com/',
    links: [
      'https://example.com/a',
      'https://docs.example.com/b',
      'https://example.org/c',
      'https://evil-example.com/',
    ],
  });
  const none: MapTools['sitemaps'] = async function* () {};
  const map = async (body: object) =>
    (
      await mapSite(mapRequest('v2').parse({ url: 'https://example.com', ...body }), { visit, sitemaps: none }, never)
    ).map(({ url }) => url);

  it('are listed unless excluded', async () => {
    expect(await map({})).toEqual(['https://example.com/', 'https://example.com/a', 'https://docs.example.com/b']);
    expect(await map({ includeSubdomains: false })).toEqual(['https://example.com/', 'https://example.com/a']);
  });
});
