import type { JobRequest, MapLink } from '../api/job-types';

/** Options that have the same meaning for maps and crawls. */
const sharedNames = [
  ...['includePaths', 'excludePaths', 'regexOnFullURL', 'sitemap', 'ignoreRobotsTxt', 'robotsUserAgent'],
  ...['allowExternalLinks', 'deduplicateSimilarURLs'],
];
const maxListed = 100_000;
/** Maximum number of linked pages to read for an estimate. */
const maxFollowed = 8;

/** Converts a crawl request to a map request for the same pages. */
export function mapOf(crawl: JobRequest): JobRequest {
  const shared = Object.fromEntries(sharedNames.flatMap((name) => (name in crawl ? [[name, crawl[name]]] : [])));
  return {
    ...shared,
    url: crawl.url,
    filterByPath: crawl.crawlEntireDomain !== true,
    includeSubdomains: crawl.allowSubdomains === true,
    ignoreQueryParameters: crawl.ignoreQueryParameters === true,
    limit: maxListed,
  };
}

/** Returns a map request for one page of the crawl's site. The map includes links to pages outside the start path. */
export const mapOfPage = (crawl: JobRequest, url: string): JobRequest => ({
  ...mapOf(crawl),
  url,
  sitemap: 'skip',
  filterByPath: false,
});

/**
 * Returns the pages that an estimate reads to find more links. Empty if the crawl does not follow their links, or if
 * the limit has already been reached.
 */
export function followedOf(crawl: JobRequest, links: readonly MapLink[], limit: number): readonly string[] {
  const { url: start, sitemap, maxDiscoveryDepth } = crawl;
  const isShallow = typeof maxDiscoveryDepth === 'number' && maxDiscoveryDepth < 2;
  if (sitemap === 'only' || isShallow || links.length >= limit) return [];
  const others = links.map(({ url }) => url).filter((url) => url !== start);
  // Picks pages spread evenly over the list, because neighbouring pages often have the same links.
  const step = Math.max(1, Math.ceil(others.length / maxFollowed));
  return others.filter((_, at) => at % step === 0);
}

/**
 * Adds the links found on followed pages to the list. Skips pages above the start page unless the crawl includes them.
 */
export function withLinks(crawl: JobRequest, links: readonly MapLink[], found: readonly MapLink[]): readonly MapLink[] {
  const start = URL.canParse(String(crawl.url)) ? new URL(String(crawl.url)) : undefined;
  const below = start?.pathname.replace(/\/index\.(?:html|php)$/, '/') ?? '/';
  const isInScope = ({ url }: MapLink): boolean =>
    crawl.crawlEntireDomain === true || new URL(url).host !== start?.host || new URL(url).pathname.startsWith(below);
  const byUrl = new Map(links.map((link) => [link.url, link]));
  for (const link of found) if (!byUrl.has(link.url) && isInScope(link)) byUrl.set(link.url, link);
  return [...byUrl.values()];
}
