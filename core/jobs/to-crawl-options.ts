import type { Job } from '../common/job';
import type { CrawlSpec } from '../common/job-specs';
import { toRequestBody } from './to-request-body';

/** The options of a crawl as v2 names them, so that they can be shown and sent again. */
export function toCrawlOptions({ options, spec }: Job): Readonly<Record<string, unknown>> {
  const crawl = options as unknown as CrawlSpec;
  const { url: _, origin: __, integration: ___, zeroDataRetention: ____, ...scrapeOptions } = toRequestBody(spec);
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
    scrapeOptions,
  };
}
