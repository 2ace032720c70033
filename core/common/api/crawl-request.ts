import { z } from 'zod';
import type { CrawlSpec, ParamsPreviewSpec, RequestFacts, ScopeRules } from '../job-specs';
import type { ApiVersion, ScrapeSpec } from '../model';
import type { ApiParts } from './parts';
import { originFields } from './scrape-options';
import { scrapeOptions } from './scrape-request';
import { targetUrl } from './target-url';
import { webhookField } from './webhook';

type Fields = Record<string, unknown>;

/** Maximum length of a prompt in any request, in characters. */
export const maxPromptLength = 10_000;

const standardLimit = 10_000;
const standardMaxDepth = 10;

const isOn = (value: unknown): boolean => value === true;

/** Returns the number of segments in a URL path, not counting an index file. */
export function pathDepth(pathname: string): number {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  return /^index\.(?:html|php)$/.test(segments.at(-1) ?? '') ? segments.length - 1 : segments.length;
}

/**
 * Returns the JavaScript engine's error message for an invalid regular expression. Undefined when the expression is
 * valid.
 */
function regexProblem(text: string): string | undefined {
  try {
    new RegExp(text);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

const pattern = z
  .string()
  .max(4096)
  .superRefine((text, context) => {
    const message = regexProblem(text);
    if (message) context.addIssue({ code: 'custom', message, input: text });
  });

/**
 * Makes a field optional, and documents its default without applying it. The parsed body then contains only the options
 * that the caller set.
 */
const unlessGiven = <Schema extends z.ZodType>(schema: Schema, standard: unknown, text: string) =>
  schema.optional().meta({ description: text, default: standard });

const flag = (standard: boolean, text: string) => unlessGiven(z.boolean(), standard, text);

/** Options shared by crawl and map, e.g. which links to follow and how to handle robots.txt. */
export const scopeFields = {
  includePaths: unlessGiven(
    z.array(pattern).max(1000),
    [],
    'Regular expressions for the URL path, e.g. `blog/.*`. If given, only matching pages are crawled.',
  ),
  excludePaths: unlessGiven(
    z.array(pattern).max(1000),
    [],
    'Regular expressions for the URL path; matching pages are skipped.',
  ),
  regexOnFullURL: flag(false, 'Match includePaths and excludePaths against the full URL instead of its path.'),
  maxDiscoveryDepth: z
    .int()
    .min(0)
    .optional()
    .describe('Maximum link depth; the start page and the pages of the sitemap have depth 0.'),
  allowExternalLinks: flag(false, 'Also follow links to other sites.'),
  allowSubdomains: flag(false, 'Also follow links to subdomains of the main domain.'),
  ignoreRobotsTxt: flag(false, 'Crawl pages that robots.txt disallows.'),
  robotsUserAgent: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('User agent to look for in robots.txt; defaults to Gleaner’s own names.'),
  deduplicateSimilarURLs: flag(
    true,
    'Treat URLs as the same page if they differ only in http/https, www, a trailing slash or an index file.',
  ),
  delay: z
    .number()
    .positive()
    .max(3600)
    .optional()
    .describe('Seconds to wait after each page. Pages are then read one at a time, unless `maxConcurrency` is set.'),
  maxConcurrency: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Maximum number of pages that this job fetches at the same time.'),
};

/** The `sitemap` field of crawl and map. */
export const sitemapField = unlessGiven(
  z.enum(['include', 'skip', 'only']),
  'include',
  '`include` uses the sitemap and follows links, `skip` ignores the sitemap, `only` follows no links.',
);

const ownFields = {
  crawlEntireDomain: flag(false, 'Also crawl sibling and parent pages; by default, only pages below the start URL.'),
  ignoreQueryParameters: flag(false, 'Crawl each path only once, ignoring its query string.'),
  limit: unlessGiven(z.int().min(1), standardLimit, 'Maximum number of pages, including the start page.'),
};

const crawlFields = (version: ApiVersion, parts: ApiParts) => ({
  url: targetUrl.describe('Page to start from; `http://` is assumed when no scheme is given.'),
  ...scopeFields,
  ...ownFields,
  webhook: webhookField('crawl'),
  scrapeOptions: scrapeOptions(version, parts).prefault({}).describe('Scrape options for each page.'),
  zeroDataRetention: flag(
    false,
    'Store nothing from this crawl on disk; results stay in memory until ten minutes after they were last read.',
  ),
  ...originFields,
});

const v1Fields = {
  maxDepth: unlessGiven(z.int().min(0), standardMaxDepth, 'Maximum number of path segments in a URL.'),
  ignoreSitemap: flag(false, 'Do not use the sitemap.'),
  allowBackwardLinks: flag(false, 'Former name of `crawlEntireDomain`, which takes precedence.'),
};

const v2Fields = {
  prompt: z
    .string()
    .max(maxPromptLength)
    .nullish()
    .describe(
      'Crawl options in plain words, e.g. "only the blog, at most 50 pages". Explicit options take precedence. Without a model, only simple phrases are understood.',
    ),
  sitemap: sitemapField,
};

/** Crawl options that can be derived from a prompt. The robots.txt options are excluded. */
export const promptFields = {
  includePaths: scopeFields.includePaths,
  excludePaths: scopeFields.excludePaths,
  maxDiscoveryDepth: scopeFields.maxDiscoveryDepth,
  allowExternalLinks: scopeFields.allowExternalLinks,
  allowSubdomains: scopeFields.allowSubdomains,
  deduplicateSimilarURLs: scopeFields.deduplicateSimilarURLs,
  delay: scopeFields.delay,
  ...ownFields,
  sitemap: sitemapField,
};

/** Extracts the scope rules from a validated body. */
export function toScopeRules(version: ApiVersion, body: Fields): ScopeRules {
  const filled = (list: unknown) => ((list as string[] | undefined) ?? []).filter((text) => text.trim() !== '');
  return {
    includePaths: filled(body.includePaths),
    excludePaths: filled(body.excludePaths),
    regexOnFullURL: isOn(body.regexOnFullURL),
    crawlEntireDomain: isOn(body.crawlEntireDomain ?? body.allowBackwardLinks),
    allowExternalLinks: isOn(body.allowExternalLinks),
    allowSubdomains: isOn(body.allowSubdomains),
    maxDepth: version === 'v1' ? ((body.maxDepth as number | undefined) ?? standardMaxDepth) : undefined,
    maxDiscoveryDepth: body.maxDiscoveryDepth as number | undefined,
  };
}

/** Returns the API version, together with the `origin` and `integration` fields of a validated body. */
export const toRequestFacts = (version: ApiVersion, body: Fields): RequestFacts => ({
  version,
  origin: body.origin as string,
  integration: (body.integration as string | null | undefined) ?? undefined,
});

/** Adds the job's origin, integration and zero-retention setting to the scrape options. */
export function asJobScrape(scrape: ScrapeSpec, facts: RequestFacts, zeroDataRetention: boolean): ScrapeSpec {
  const { origin, integration } = facts;
  return { ...scrape, origin, integration, zeroDataRetention, storeInCache: scrape.storeInCache && !zeroDataRetention };
}

function toCrawlSpec(version: ApiVersion, body: Fields): CrawlSpec {
  const scrape = body.scrapeOptions as ScrapeSpec;
  const zeroDataRetention = isOn(body.zeroDataRetention) || scrape.zeroDataRetention;
  const facts = toRequestFacts(version, body);
  const sitemap = (body.sitemap as CrawlSpec['sitemap'] | undefined) ?? 'include';
  return {
    ...facts,
    ...toScopeRules(version, body),
    url: body.url as string,
    prompt: (body.prompt as string | null | undefined) || undefined,
    sitemap: isOn(body.ignoreSitemap) ? 'skip' : sitemap,
    limit: (body.limit as number | undefined) ?? standardLimit,
    ignoreQueryParameters: isOn(body.ignoreQueryParameters),
    deduplicateSimilarURLs: body.deduplicateSimilarURLs !== false,
    ignoreRobotsTxt: isOn(body.ignoreRobotsTxt),
    robotsUserAgent: body.robotsUserAgent as string | undefined,
    delaySeconds: body.delay as number | undefined,
    maxConcurrency: body.maxConcurrency as number | undefined,
    webhook: body.webhook as CrawlSpec['webhook'],
    scrape: asJobScrape(scrape, facts, zeroDataRetention),
    zeroDataRetention,
    given: Object.keys(body).filter((key) => body[key] !== undefined),
  };
}

/** Returns a schema that converts the body of a crawl request into a spec. */
export function crawlRequest(version: ApiVersion, parts: ApiParts) {
  const fields = { ...crawlFields(version, parts), ...(version === 'v1' ? v1Fields : v2Fields) };
  return z
    .strictObject(fields)
    .superRefine((body: Fields, context) => {
      if (version === 'v2' || typeof body.url !== 'string' || !URL.canParse(body.url)) return;
      const maxDepth = (body.maxDepth as number | undefined) ?? standardMaxDepth;
      const depth = pathDepth(new URL(body.url).pathname);
      if (depth <= maxDepth) return;
      const message = `The URL has ${depth} path segments, more than \`maxDepth\` allows (${maxDepth}); raise \`maxDepth\`.`;
      context.addIssue({ code: 'custom', message, path: ['url'], input: body.url });
    })
    .transform((body: Fields): CrawlSpec => toCrawlSpec(version, body));
}

/** Schema of a request that derives crawl options from a prompt. Ignores unknown keys. */
export const paramsPreviewRequest = z
  .object({
    url: z.url({ protocol: /^https?$/ }).describe('Full URL of the start page.'),
    prompt: z.string().min(1).max(maxPromptLength).describe('Crawl options in plain words.'),
  })
  .transform(({ url, prompt }): ParamsPreviewSpec => ({ url, prompt }));
