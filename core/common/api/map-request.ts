import { z } from 'zod';
import type { MapSpec, SitemapMode } from '../job-specs';
import type { ApiVersion } from '../model';
import { headersField } from '../options/headers-field';
import { scopeFields, sitemapField, toRequestFacts, toScopeRules } from './crawl-request';
import { locationField, originFields } from './scrape-options';
import { targetUrl } from './target-url';

type Fields = Record<string, unknown>;

const mapFields = {
  url: targetUrl.describe('Site to map; `http://` is assumed when no scheme is given.'),
  ...scopeFields,
  crawlEntireDomain: z.boolean().optional().describe('Accepted for compatibility; use `filterByPath` instead.'),
  search: z.string().max(1000).optional().describe('Words to rank URLs by; best matches come first.'),
  includeSubdomains: z.boolean().default(true).describe('Also list URLs on subdomains.'),
  ignoreQueryParameters: z.boolean().default(true).describe('List each path only once, without its query string.'),
  limit: z.int().min(1).max(100_000).default(5000).describe('Maximum number of URLs to list.'),
  timeout: z.int().min(1).optional().describe('Timeout in milliseconds; unlimited by default.'),
  filterByPath: z
    .boolean()
    .default(true)
    .describe('List only URLs below the path of `url`; ignored when only sitemaps are read.'),
  useIndex: z.boolean().default(true).describe('Accepted for compatibility; has no effect.'),
  ignoreCache: z.boolean().optional().describe('Accepted for compatibility; maps are never cached.'),
  headers: headersField(
    'Headers (cookies, user agent, …) to send to the origin of `url` when fetching the page and sitemaps.',
  ),
  location: locationField.optional(),
  ...originFields,
};

const v1Fields = {
  ignoreSitemap: z.boolean().default(false).describe('Do not use the sitemap.'),
  sitemapOnly: z.boolean().default(false).describe('Use only the sitemap.'),
};

/** Returns the sitemap mode that a validated body selects. */
function sitemapMode(body: Fields): SitemapMode {
  if (body.sitemapOnly) return 'only';
  if (body.ignoreSitemap) return 'skip';
  return (body.sitemap as SitemapMode | undefined) ?? 'include';
}

function toMapSpec(version: ApiVersion, body: Fields): MapSpec {
  const { url, filterByPath } = body as { readonly url: string; readonly filterByPath: boolean };
  const sitemap = sitemapMode(body);
  return {
    ...toRequestFacts(version, body),
    ...toScopeRules('v2', body),
    crawlEntireDomain: !filterByPath || sitemap === 'only' || /\.xml$/i.test(new URL(url).pathname),
    allowSubdomains: body.includeSubdomains as boolean,
    url,
    search: (body.search as string | undefined)?.trim() || undefined,
    sitemap,
    includeSubdomains: body.includeSubdomains as boolean,
    ignoreQueryParameters: body.ignoreQueryParameters as boolean,
    deduplicateSimilarURLs: body.deduplicateSimilarURLs !== false,
    ignoreRobotsTxt: body.ignoreRobotsTxt === true,
    robotsUserAgent: body.robotsUserAgent as string | undefined,
    limit: body.limit as number,
    timeoutMs: body.timeout as number | undefined,
    filterByPath,
    headers: body.headers as MapSpec['headers'],
    location: body.location as MapSpec['location'],
  };
}

/** Returns a schema that converts the body of a map request into a spec. */
export function mapRequest(version: ApiVersion) {
  const fields = { ...mapFields, ...(version === 'v1' ? v1Fields : { sitemap: sitemapField }) };
  return z.strictObject(fields).transform((body: Fields): MapSpec => toMapSpec(version, body));
}
