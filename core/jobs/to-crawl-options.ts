import type { Job } from '../common/job';
import type { CrawlSpec, StoredOptions } from '../common/job-specs';
import { toRequestBody } from './to-request-body';

type CrawlerSpec = Omit<StoredOptions<CrawlSpec>, 'version' | 'origin' | 'given'> &
  Partial<Pick<CrawlSpec, 'zeroDataRetention'>>;

/** Returns a crawl's options in the v2 request format, for display and reuse. */
export function toCrawlOptions({ options, spec }: Job<CrawlerSpec>): Readonly<Record<string, unknown>> {
  const { url: _, origin: __, integration: ___, zeroDataRetention: ____, ...scrapeOptions } = toRequestBody(spec);
  return { ...crawlerOptions(options), scrapeOptions };
}

/** Returns the same options as `toCrawlOptions`, without the scrape options. */
export function crawlerOptions(crawl: CrawlerSpec): Readonly<Record<string, unknown>> {
  return {
    includePaths: crawl.includePaths,
    excludePaths: crawl.excludePaths,
    regexOnFullURL: crawl.regexOnFullURL,
    maxDiscoveryDepth: crawl.maxDiscoveryDepth,
    limit: crawl.limit,
    sitemap: crawl.sitemap,
    crawlEntireDomain: crawl.crawlEntireDomain,
    allowExternalLinks: crawl.allowExternalLinks,
    allowSubdomains: crawl.allowSubdomains,
    ignoreQueryParameters: crawl.ignoreQueryParameters,
    deduplicateSimilarURLs: crawl.deduplicateSimilarURLs,
    ignoreRobotsTxt: crawl.ignoreRobotsTxt,
    robotsUserAgent: crawl.robotsUserAgent,
    delay: crawl.delaySeconds,
    maxConcurrency: crawl.maxConcurrency,
    zeroDataRetention: crawl.zeroDataRetention,
  };
}
