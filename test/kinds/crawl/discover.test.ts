import { describe, expect, it } from 'vitest';
import type { IdentityRules, ScopeRules } from '../../../core/common/job-specs';
import { type DiscoveryContext, discover } from '../../../core/kinds/crawl/discover';
import { LinkTargets } from '../../../core/kinds/crawl/link-targets';
import { CrawlScope } from '../../../core/kinds/crawl/scope';
import { TrapGuard } from '../../../core/kinds/crawl/traps';
import { parseRobots } from '../../../core/net/politeness/robots';
import { wholeSite } from './walk';

const start = 'https://example.com/docs/';

function contextFor(
  rules: Partial<ScopeRules> = {},
  identity: Partial<IdentityRules> = {},
  robots?: string,
): DiscoveryContext {
  const parsed = robots === undefined ? undefined : parseRobots(robots);
  return {
    scope: new CrawlScope({ ...wholeSite, ...rules }, start),
    identity: { ignoreQueryParameters: false, deduplicateSimilarURLs: true, ...identity },
    links: new LinkTargets(),
    traps: new TrapGuard({ startUrl: start, limit: 10_000 }),
    robotsFor: parsed && (() => parsed),
  };
}

const fromStart = { url: start, source: 'link', depth: 0 } as const;

describe('discovery', () => {
  it('returns each page once, one hop further, in page order', async () => {
    const links = [
      'https://example.com/docs/a',
      'http://www.example.com/docs/a/',
      'https://example.com/docs/a#part',
      'https://example.com/docs/b',
      'mailto:x@example.com',
      'not a link',
    ];
    const { admitted, refused } = await discover(links, fromStart, contextFor());
    expect(admitted).toEqual([
      { url: 'https://example.com/docs/a', key: 'example.com/docs/a', depth: 1 },
      { url: 'https://example.com/docs/b', key: 'example.com/docs/b', depth: 1 },
    ]);
    expect(refused).toEqual([]);
  });

  it('returns each refusal with its reason', async () => {
    const links = [
      'https://other.com/docs/x',
      'https://example.com/blog',
      'https://example.com/docs/a.png',
      'https://example.com/docs/secret',
      'https://example.com/docs/private/x',
      `https://example.com/docs/${'x/'.repeat(9)}`,
    ];
    const rules = { crawlEntireDomain: false, excludePaths: ['secret'] };
    const { admitted, refused } = await discover(
      links,
      fromStart,
      contextFor(rules, {}, 'User-agent: *\nDisallow: /docs/private/'),
    );
    expect(admitted).toEqual([]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'external',
      'path',
      'file-type',
      'exclude',
      'robots',
      'trap-spiral',
    ]);
    expect(refused.every(({ message, key }) => message.endsWith('.') && key !== '')).toBe(true);
  });

  it('follows no links of pages at maxDiscoveryDepth', async () => {
    const context = contextFor({ maxDiscoveryDepth: 1 });
    const links = ['https://example.com/docs/a'];
    expect((await discover(links, { ...fromStart, depth: 0 }, context)).admitted).toHaveLength(1);
    expect((await discover(links, { ...fromStart, depth: 1 }, context)).refused[0]?.reason).toBe('discovery-depth');
    expect(
      (await discover(links, { source: 'sitemap', depth: 0 }, contextFor({ maxDiscoveryDepth: 0 }))).admitted[0]?.depth,
    ).toBe(0);
  });

  it('allows URLs with unknown robots.txt', async () => {
    const context = { ...contextFor(), robotsFor: () => undefined };
    expect((await discover(['https://example.com/docs/a'], fromStart, context)).admitted).toHaveLength(1);
  });

  it('admits a link again without new checks, but only from pages of the same site', async () => {
    let checks = 0;
    const allowAll = { ...parseRobots(''), allowsPage: () => Boolean(++checks) };
    const context = { ...contextFor({ allowExternalLinks: true }), robotsFor: () => allowAll as never };
    const links = ['https://example.com/docs/a', 'https://other.com/docs/b'];
    const first = await discover(links, fromStart, context);
    expect(await discover(links, { ...fromStart, url: 'https://example.com/docs/c' }, context)).toEqual(first);
    expect(checks).toBe(2);
    const { admitted, refused } = await discover(links, { ...fromStart, url: 'https://third.com/' }, context);
    expect(admitted).toEqual([]);
    expect(refused.map(({ reason }) => reason)).toEqual(['external', 'external']);
  });

  it('drops queries when the crawl ignores them', async () => {
    const links = ['https://example.com/docs/a?x=1', 'https://example.com/docs/a?x=2'];
    expect((await discover(links, fromStart, contextFor({}, { ignoreQueryParameters: true }))).admitted).toEqual([
      { url: 'https://example.com/docs/a', key: 'example.com/docs/a', depth: 1 },
    ]);
  });

  it('filters 100,000 links in under two seconds', async () => {
    const robots = `User-agent: *\n${Array.from({ length: 50 }, (_, index) => `Disallow: /private${index}/*.html$`).join('\n')}`;
    const links = Array.from(
      { length: 100_000 },
      (_, index) => `https://example.com/docs/${index % 500}/page-${index % 60_000}?id=${index % 3}`,
    );
    const rules = { includePaths: ['^/docs/.*/page-.*'], excludePaths: ['(?:private|secret)/.*', '/tag/'] };
    // Measures the CPU time of this thread instead of elapsed time, because the machine may be busy.
    const before = process.threadCpuUsage();
    const { admitted } = await discover(links, fromStart, contextFor(rules, {}, robots));
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
    expect(admitted.length).toBeGreaterThan(50_000);
  });
});
