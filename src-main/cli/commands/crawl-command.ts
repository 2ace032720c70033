import { type Command, Option } from 'commander';
import { withWebScheme } from '../../../core/common/api/target-url';
import type { CommandContext } from '../command-context';
import { collect, count, countOrNone, seconds } from '../option-values';
import { pageOptionFields } from '../page-options';
import { type JobOptions, runJob, withJobOptions } from '../run-job';
import { given } from '../scrape-body';

interface CrawlOptions extends JobOptions {
  readonly prompt?: string;
  readonly limit?: number;
  readonly depth?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly fullUrls?: boolean;
  readonly entireDomain?: boolean;
  readonly subdomains?: boolean;
  readonly external?: boolean;
  readonly sitemap?: string;
  readonly ignoreQuery?: boolean;
  readonly ignoreRobots?: boolean;
  readonly delay?: number;
  readonly concurrency?: number;
}

/** Adds `gleaner crawl URL`, which scrapes the pages of a site by following links and sitemaps. */
export function addCrawlCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('crawl')
    .description('crawl a site from its start page')
    .argument('<url>', 'start page; https:// is assumed when no scheme is given')
    .option(
      '-p, --prompt <words>',
      'what you want, e.g. "only the blog, at most 50 pages"; other options take precedence',
    )
    .option('--limit <n>', 'maximum number of pages', count)
    .option('--depth <n>', 'maximum link depth (the start page has depth 0)', countOrNone)
    .option('--include <pattern>', 'crawl only pages whose path matches, e.g. "blog/.*"; may be repeated', collect)
    .option('--exclude <pattern>', 'skip pages whose path matches; may be repeated', collect)
    .option('--full-urls', 'match --include and --exclude against full URLs')
    .option('--entire-domain', 'crawl the whole site, not only pages below the start page')
    .option('--subdomains', 'also follow links to subdomains')
    .option('--external', 'also follow links to other sites')
    .addOption(new Option('--sitemap <mode>', 'how to use the sitemap').choices(['include', 'skip', 'only']))
    .option('--ignore-query', 'crawl each path only once, ignoring its query string')
    .option('--ignore-robots', 'crawl pages that robots.txt disallows')
    .option('--delay <seconds>', 'pause after each page', seconds)
    .option('--concurrency <n>', 'maximum number of pages fetched at the same time', count);
  withJobOptions(command).action((url: string, options: CrawlOptions) =>
    runJob({ path: '/v2/crawl', body: crawlBody(url, options) }, options, signal),
  );
}

/** Returns the body of a crawl request. The engine's defaults apply to omitted options. */
export function crawlBody(url: string, options: CrawlOptions): Record<string, unknown> {
  return {
    url: withWebScheme(url),
    ...given('prompt', options.prompt),
    ...given('limit', options.limit),
    ...given('maxDiscoveryDepth', options.depth),
    ...given('includePaths', options.include),
    ...given('excludePaths', options.exclude),
    ...given('regexOnFullURL', options.fullUrls),
    ...given('crawlEntireDomain', options.entireDomain),
    ...given('allowSubdomains', options.subdomains),
    ...given('allowExternalLinks', options.external),
    ...given('sitemap', options.sitemap),
    ...given('ignoreQueryParameters', options.ignoreQuery),
    ...given('ignoreRobotsTxt', options.ignoreRobots),
    ...given('delay', options.delay),
    ...given('maxConcurrency', options.concurrency),
    scrapeOptions: pageOptionFields(options),
  };
}
