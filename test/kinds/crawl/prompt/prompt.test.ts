import { describe, expect, it } from 'vitest';
import { optionsByRules } from '../../../../core/kinds/crawl/prompt/options-by-rules';

const read = (prompt: string, url = 'https://example.com/') => optionsByRules({ url, prompt });
const remarksOf = (prompt: string) => read(prompt).remarks.join(' ');

/** True if a path passes the filters derived from a prompt. */
function takes(prompt: string, path: string, url?: string): boolean {
  const { includePaths = ['.*'], excludePaths = [] } = read(prompt, url).options as Record<
    string,
    string[] | undefined
  >;
  const fits = (list: readonly string[]) => list.some((pattern) => new RegExp(pattern).test(path));
  return fits(includePaths) && !fits(excludePaths);
}

describe('numbers of a prompt', () => {
  it.each([
    ['max 20 pages', { limit: 20 }],
    ['at most 1,000 pages', { limit: 1000 }],
    ['fewer than twenty pages', { limit: 19 }],
    ['höchstens 20 Seiten', { limit: 20 }],
    ['au plus 30 pages', { limit: 30 }],
    ['máximo 10 páginas', { limit: 10 }],
    ['al massimo 12 pagine', { limit: 12 }],
    ["maximaal 15 pagina's", { limit: 15 }],
    ['limit: 7', { limit: 7 }],
    ['just this page', { limit: 1 }],
    ['two levels deep', { maxDiscoveryDepth: 2 }],
    ['depth 3, and wait 1.5 seconds between pages', { maxDiscoveryDepth: 3, delay: 1.5 }],
    ['only this page and the pages it links to', { maxDiscoveryDepth: 1 }],
    ['one page every 2 minutes', { delay: 120 }],
    ['Tiefe von 2', { maxDiscoveryDepth: 2 }],
  ])('"%s"', (prompt, options) => {
    expect(read(prompt)).toEqual({ options, remarks: [] });
  });

  it('exclude unrelated numbers', () => {
    expect(read('the 3 musketeers of 1844').options).toEqual({});
    expect(read('wait 2 days').options).toEqual({});
  });
});

describe('switches of a prompt', () => {
  it.each([
    ['the whole site', { crawlEntireDomain: true }],
    ['die ganze Website mit Subdomains', { crawlEntireDomain: true, allowSubdomains: true }],
    ['everything', { crawlEntireDomain: true }],
    ['no subdomains', { allowSubdomains: false }],
    ['follow external links', { allowExternalLinks: true }],
    ['do not follow any external links', { allowExternalLinks: false }],
    ['use the sitemap only', { sitemap: 'only' }],
    ['skip the sitemap', { sitemap: 'skip' }],
    ['ignore query parameters', { ignoreQueryParameters: true }],
  ])('"%s"', (prompt, options) => {
    expect(read(prompt)).toEqual({ options, remarks: [] });
  });
});

describe('paths of a prompt', () => {
  it.each([
    ['only blog posts', ['/blog/a', '/en/blog/a'], ['/', '/shop/a', '/blogger']],
    ['only /docs and /api/*', ['/docs', '/docs/a', '/api/b'], ['/documents', '/x/docs']],
    ['/docs, but not /docs/old', ['/docs/a', '/docs/older'], ['/docs/old', '/docs/old/b', '/']],
    ['everything except the blog and the login pages', ['/', '/shop'], ['/blog/a', '/login']],
    ['Skip the forum. Get only the documentation.', ['/docs/a'], ['/forum/b', '/about']],
    ['only German pages', ['/de/', '/de', '/de-AT/a'], ['/en/', '/design']],
    ['only the German blog posts', ['/de/blog/a', '/de/x/blog/a'], ['/de/shop', '/blog/a', '/en/blog/a']],
    ['no pages in French', ['/en/a', '/friends'], ['/fr/a']],
    ['nur der Blog', ['/blog/a'], ['/shop']],
    ['solo las páginas en español', ['/es/a'], ['/en/a']],
    ['tout sauf le blog', ['/a'], ['/blog/a']],
    ['only URLs containing "wine"', ['/red-wine-1'], ['/beer']],
    ['only the wines section', ['/wines/red'], ['/beer']],
    ['no PDFs', ['/a.html'], ['/a.pdf', '/b.PDF']],
    ['only https://www.example.com/docs', ['/docs/a'], ['/blog']],
  ])('"%s"', (prompt, taken, left) => {
    for (const path of taken) expect([path, takes(prompt, path)]).toEqual([path, true]);
    for (const path of left) expect([path, takes(prompt, path)]).toEqual([path, false]);
  });

  it('widen the crawl to the site when not below the start page', () => {
    expect(read('only /docs', 'https://example.com/shop').options).toMatchObject({ crawlEntireDomain: true });
    for (const url of ['https://example.com/docs', 'https://example.com/docs/', 'https://example.com/'])
      expect(read('only /docs/api', url).options).toEqual({ includePaths: ['^/docs/api(?:/|$)'] });
  });

  it('warn that languages and sections are recognized by common folder names', () => {
    expect(remarksOf('only German pages')).toContain('`/de/`');
    expect(remarksOf('only the blog')).toContain('common folder names');
  });
});

describe('leftovers of a prompt', () => {
  it.each([
    ['only blog posts about cats', '"about cats"'],
    ['the first 100 blog posts from 2024', '"2024"'],
    ['the blog, especially recipes with garlic', '"especially recipes with garlic"'],
    ['only https://other.example/x', '"https://other.example/x"'],
    ['only PDFs', '"PDFs"'],
    ['max 5 pages and ignore robots.txt', '"robots.txt"'],
  ])('of "%s" are reported', (prompt, quoted) => {
    expect(remarksOf(prompt)).toContain(`Not understood and ignored: ${quoted}.`);
  });

  it.each(['Make it fast', 'pages about cats', 'only PDFs', '?', 'not only the blog'])(
    'like "%s" set no option',
    (prompt) => {
      expect(read(prompt).options).toEqual({});
    },
  );

  it('are found quickly, however long or odd the prompt is', () => {
    const started = process.cpuUsage();
    for (const piece of ['only the blog, ', 'max ', '/a', ' ', '1.000 ', 'not in German ', 'ä"(['])
      read(piece.repeat(Math.floor(10_000 / piece.length)));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(4000);
  });
});
