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

/** Adds `gleaner crawl URL`: scrapes the pages of a site along links and sitemaps. */
export function addCrawlCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('crawl')
    .description('fetch the pages of a site, starting at one of them')
    .argument('<url>', 'page to start from; https:// is put in front when no scheme is given')
    .option('-p, --prompt <words>', 'what is wanted, e.g. "only the blog, at most 50 pages"; other options win')
    .option('--limit <n>', 'most pages', count)
    .option('--depth <n>', 'most hops from the start page', countOrNone)
    .option('--include <pattern>', 'take only pages whose path matches, e.g. "blog/.*"; may be repeated', collect)
    .option('--exclude <pattern>', 'leave out pages whose path matches; may be repeated', collect)
    .option('--full-urls', 'match --include and --exclude against whole addresses')
    .option('--entire-domain', 'take the whole site, not only pages below the start page')
    .option('--subdomains', 'follow links to subdomains, too')
    .option('--external', 'follow links to other sites, too')
    .addOption(new Option('--sitemap <mode>', 'use the sitemap').choices(['include', 'skip', 'only']))
    .option('--ignore-query', 'take a path once only, whatever its query')
    .option('--ignore-robots', 'take pages that robots.txt asks to leave alone')
    .option('--delay <seconds>', 'pause after each page', seconds)
    .option('--concurrency <n>', 'most pages at the same time', count);
  withJobOptions(command).action((url: string, options: CrawlOptions) =>
    runJob({ path: '/v2/crawl', body: crawlBody(url, options) }, options, signal),
  );
}

/** Returns the body of a crawl request; omitted options use the engine's defaults. */
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
