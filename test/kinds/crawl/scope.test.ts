import { describe, expect, it } from 'vitest';
import type { ScopeRules } from '../../../core/common/job-specs';
import { CrawlScope, checkScope, type UrlSource } from '../../../core/kinds/crawl/scope';
import { UrlPatterns } from '../../../core/platform/patterns/url-patterns';

const standard: ScopeRules = {
  includePaths: [],
  excludePaths: [],
  regexOnFullURL: false,
  crawlEntireDomain: false,
  allowExternalLinks: false,
  allowSubdomains: false,
};

const start = 'https://example.com/docs/';

interface Case {
  readonly rules?: Partial<ScopeRules>;
  readonly startUrl?: string;
  readonly source?: UrlSource;
  readonly foundOn?: string;
  readonly robots?: (url: URL) => boolean;
}

async function reasonFor(url: string, { rules = {}, startUrl = start, source = 'link', foundOn, robots }: Case = {}) {
  const scope = new CrawlScope({ ...standard, ...rules }, startUrl);
  const page = source === 'link' ? new URL(foundOn ?? startUrl) : foundOn ? new URL(foundOn) : undefined;
  return (await checkScope(new URL(url), { scope, source, foundOn: page, robotsAllow: robots }))?.reason;
}

const whole: Case = { rules: { crawlEntireDomain: true } };

describe('the scope of a crawl', () => {
  it.each([
    ['https://example.com/docs/a', undefined, {}],
    ['http://www.example.com/docs/a', undefined, {}],
    ['https://example.com/docs', 'path', {}],
    ['https://example.com/blog', 'path', {}],
    ['https://example.com/blog', undefined, whole],
    ['https://example.com/docs-old', undefined, { startUrl: 'https://example.com/docs' }],
    ['https://example.com/docs/x', undefined, { startUrl: 'https://example.com/docs/index.html' }],
    ['https://example.com/docs/x', undefined, { startUrl: 'https://example.com/docs/llms.txt' }],
    ['https://example.com/docs/x/y.md', undefined, { startUrl: 'https://example.com/docs/README.md' }],
    ['https://example.com/blog', 'path', { startUrl: 'https://example.com/docs/llms.txt' }],
    ['https://example.com/x', 'path', { startUrl: 'https://example.com/docs.txt/a' }],
    ['https://other.com/docs/a', 'external', {}],
    ['https://example.com:8080/docs/a', 'external', {}],
    ['https://sub.example.com/docs/a', 'external', {}],
    ['https://sub.example.com/docs/a', undefined, { rules: { allowSubdomains: true } }],
    ['https://sub.example.com/a', 'path', { rules: { allowSubdomains: true } }],
    ['https://b.co.uk/docs/a', 'external', { startUrl: 'https://a.co.uk/docs/', rules: { allowSubdomains: true } }],
    [
      'https://b.github.io/docs/',
      'external',
      { startUrl: 'https://a.github.io/docs/', rules: { allowSubdomains: true } },
    ],
    ['https://x.a.co.uk/docs/a', undefined, { startUrl: 'https://a.co.uk/docs/', rules: { allowSubdomains: true } }],
    ['http://10.0.0.2/docs/', 'external', { startUrl: 'http://10.0.0.1/docs/', rules: { allowSubdomains: true } }],
  ] as const)('%s: %s', async (url, reason, options) => {
    expect(await reasonFor(url, options as Case)).toBe(reason);
  });

  describe('with external links', () => {
    const external: Case = { rules: { allowExternalLinks: true, crawlEntireDomain: true } };
    it.each([
      ['https://other.com/a', undefined, {}],
      ['https://other.com/', 'home-page', {}],
      ['https://other.com/?x=1', 'home-page', {}],
      ['https://www.facebook.com/a', 'social', {}],
      ['https://github.com/a/b', 'social', {}],
      ['https://other.com/share?u=twitter.com', 'social', {}],
      ['https://third.com/a', 'external', { foundOn: 'https://other.com/a' }],
      ['https://other.com/b', undefined, { foundOn: 'https://other.com/a' }],
      ['https://example.com/a', 'external', { foundOn: 'https://other.com/a' }],
      ['https://other.com/shop/a', 'exclude', { rules: { excludePaths: ['other.com/shop'] } }],
      ['https://cdn.other.com/a', 'exclude', { rules: { excludePaths: ['other.com'] } }],
    ] as const)('%s: %s', async (url, reason, options) => {
      const { rules, ...rest } = options as Case;
      expect(await reasonFor(url, { ...external, ...rest, rules: { ...external.rules, ...rules } })).toBe(reason);
    });

    it('respect the path of the start URL', async () => {
      expect(await reasonFor('https://other.com/a', { rules: { allowExternalLinks: true } })).toBe('path');
      expect(await reasonFor('https://other.com/docs/a', { rules: { allowExternalLinks: true } })).toBeUndefined();
    });
  });

  describe('path patterns', () => {
    it.each([
      ['/docs/private/a', 'exclude', { excludePaths: ['private/.*'] }],
      ['/docs/public/a', undefined, { excludePaths: ['private/.*'] }],
      ['/docs/blog/a', undefined, { includePaths: ['blog/.*'] }],
      ['/docs/news/a', 'include', { includePaths: ['blog/.*'] }],
      ['/docs/blog/private', 'exclude', { includePaths: ['blog'], excludePaths: ['private'] }],
      ['/docs/a', undefined, { includePaths: [' ', ''] }],
      ['/docs/a?page=2', 'include', { includePaths: ['page=2'] }],
      ['/docs/a?page=2', undefined, { includePaths: ['page=2'], regexOnFullURL: true }],
      ['/docs/a', 'exclude', { excludePaths: ['^https://example\\.com'], regexOnFullURL: true }],
      ['/docs/a', undefined, { excludePaths: ['^https://example\\.com'] }],
      ['/docs/2024/05/a', 'exclude', { excludePaths: ['/\\d{4}/\\d{2}/.*'] }],
    ] as const)('%s: %s', async (path, reason, rules) => {
      expect(await reasonFor(`https://example.com${path}`, { rules: rules as Partial<ScopeRules> })).toBe(reason);
    });

    it('with runaway backtracking do not block the crawl', async () => {
      const patterns = new UrlPatterns(['(a+)+$', '(x|x)*y']);
      const bad = `/${'a'.repeat(60)}!`;
      expect(await patterns.search(['/ok', '/aaa', bad, '/b'])).toEqual(['none', 'match', 'slow', 'none']);
      expect(await patterns.search(['/aaa'])).toEqual(['match']);
    });

    it('with runaway backtracking do not block this thread', async () => {
      const bad = `/${'a'.repeat(60)}!`;
      const search = new UrlPatterns(['(a+)+$']).search([bad, bad]);
      const before = process.threadCpuUsage();
      let turns = 0;
      const turning = setInterval(() => turns++, 5);
      expect(await search).toEqual(['slow', 'slow']);
      clearInterval(turning);
      expect(turns).toBeGreaterThan(20);
      expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
    });

    it('with runaway backtracking on every URL are given up quickly', async () => {
      const patterns = new UrlPatterns(['(a+)+$']);
      const bad = Array.from({ length: 200 }, (_, index) => `/${'a'.repeat(60)}!${index}`);
      expect((await patterns.search(bad)).every((verdict) => verdict === 'slow')).toBe(true);
      expect(patterns.isBroken).toBe(true);
      expect(await patterns.search(['/a'])).toEqual(['slow']);
      const rules = { excludePaths: ['(a+)+$'] };
      expect(await reasonFor(`https://example.com/docs/${'a'.repeat(60)}!`, { rules })).toBe('pattern');
    });

    it('of the usual kind cost almost nothing', async () => {
      const paths = Array.from({ length: 100_000 }, (_, index) => `/blog/${index % 100}/article-${index}.html`);
      for (const sources of [['blog/.*'], ['^/blog/\\d+/article-.*\\.html$', '(?:news|shop)/.*/x+']]) {
        const started = process.threadCpuUsage();
        const verdicts = await new UrlPatterns(sources).search(paths);
        expect(verdicts.every((verdict) => verdict === 'match')).toBe(true);
        expect(process.threadCpuUsage(started).user).toBeLessThan(1_000_000);
      }
    });
  });

  describe('v1 maxDepth', () => {
    const rules = { maxDepth: 3 };
    it.each([
      ['/docs/a/b', undefined, 'link'],
      ['/docs/a/b/c', 'depth', 'link'],
      ['/docs/a/b/index.html', undefined, 'link'],
      ['/docs/a/b/c', undefined, 'sitemap'],
      ['/docs/a/b/c/d', 'depth', 'sitemap'],
      ['/docs/a/b/c', 'depth', 'redirect'],
    ] as const)('%s: %s as %s', async (path, reason, source) => {
      expect(await reasonFor(`https://example.com${path}`, { rules, source })).toBe(reason);
    });
  });

  it.each(['a.png', 'a.JPEG', 'b.zip', 'style.css', 'app.js', 'x.woff2', 'x.inc', 'deck.pptx', 'table.xlsx'])(
    'skips %s',
    async (file) => {
      expect(await reasonFor(`https://example.com/docs/${file}`)).toBe('file-type');
    },
  );

  it.each(['a.pdf', 'a.docx', 'feed.xml', 'data.json', 'page.html', 'v1.0/notes', 'a.png/view', 'x?f=a.png'])(
    'takes %s',
    async (file) => {
      expect(await reasonFor(`https://example.com/docs/${file}`)).toBeUndefined();
    },
  );

  it('checks robots.txt after the path and before the file type', async () => {
    const robots = () => false;
    expect(await reasonFor('https://example.com/docs/a', { robots })).toBe('robots');
    expect(await reasonFor('https://example.com/docs/a.png', { robots })).toBe('robots');
    expect(await reasonFor('https://example.com/blog', { robots })).toBe('path');
  });

  it('applies the same filters to the start page, whatever its host', async () => {
    expect(await reasonFor(start, { source: 'start' })).toBeUndefined();
    expect(await reasonFor(start, { source: 'start', rules: { includePaths: ['blog'] } })).toBe('include');
  });

  it('follows a start page to another host', async () => {
    const scope = new CrawlScope(standard, 'https://old.com/guide/');
    scope.movedTo('https://new.org/manual/index.html');
    const page = new URL('https://new.org/manual/');
    const reason = async (url: string) =>
      (await checkScope(new URL(url), { scope, source: 'link', foundOn: page }))?.reason;
    expect(await reason('https://new.org/manual/a')).toBeUndefined();
    expect(await reason('https://new.org/guide/a')).toBeUndefined();
    expect(await reason('https://new.org/blog')).toBe('path');
    expect(await reason('https://old.com/guide/a')).toBe('external');
    expect(await checkScope(new URL('https://new.org/manual/b'), { scope, source: 'sitemap' })).toBeUndefined();
  });

  it('stays when the start page remains on its host', async () => {
    const scope = new CrawlScope(standard, 'https://a.com/private/x');
    scope.movedTo('https://www.a.com/');
    expect((await checkScope(new URL('https://a.com/other'), { scope, source: 'sitemap' }))?.reason).toBe('path');
  });

  it('refuses redirects out of scope', async () => {
    const foundOn = 'https://example.com/docs/a';
    expect(await reasonFor('https://example.com/docs/b', { source: 'redirect', foundOn })).toBeUndefined();
    expect(await reasonFor('https://example.com/login', { source: 'redirect', foundOn })).toBe('path');
    expect(await reasonFor('https://sso.other.com/docs/', { source: 'redirect', foundOn })).toBe('external');
  });

  it('explains each refusal in a sentence with the URL', async () => {
    const scope = new CrawlScope(standard, start);
    for (const url of ['https://example.com/blog', 'https://other.com/x', 'https://example.com/docs/a.png']) {
      const denial = await checkScope(new URL(url), { scope, source: 'link', foundOn: new URL(start) });
      expect(denial?.message).toContain(url.replace('a.png', ''));
      expect(denial?.message).toMatch(/\.$/);
    }
  });
});
