import { z } from 'zod';
import type { SearchSpec } from '../job-specs';
import type { ApiVersion, ScrapeSpec } from '../model';
import type { SearchCategory, SearchQuery } from '../search-query';
import { withDomains } from './client/domain-filter';
import { asJobScrape, toRequestFacts } from './crawl-request';
import type { ApiParts } from './parts';
import { originFields } from './scrape-options';
import { resultScrapeOptions } from './scrape-request';

type Fields = Record<string, unknown>;

/** Default search timeout in ms. */
const standardTimeoutMs = 60_000;

const language = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/, { message: 'Give the language as a code such as `en`.' });
const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, { message: 'Give the country as a two-letter code, e.g. `us`.' })
  .transform((code) => code.toLowerCase());

const common = {
  tbs: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Maximum age of results: `qdr:h` (hour), `qdr:d` (day), `qdr:w` (week), `qdr:m` (month) or `qdr:y` (year).',
    ),
  filter: z.string().max(200).optional().describe('Filter passed to the search service, if it supports one.'),
  location: z
    .string()
    .max(200)
    .optional()
    .describe('Location that results should be relevant to, e.g. "Berlin, Germany".'),
};
const ofSource = { ...common, lang: language.optional(), country: country.optional() };

const source = z.union([
  z.enum(['web', 'news', 'images']),
  z.strictObject({ type: z.literal('web'), ...ofSource }),
  z.strictObject({ type: z.literal('news'), ...ofSource }),
  z.strictObject({ type: z.literal('images'), ...ofSource }),
]);

/**
 * Schema of the `alexandria` source, a tool catalogue of the public service. Clients request it by default, but Gleaner
 * skips it.
 */
const catalogue = z.union([z.literal('alexandria'), z.looseObject({ type: z.literal('alexandria') })]);
const isCatalogue = (one: unknown): boolean => catalogue.safeParse(one).success;
const noCatalogue = 'The source `alexandria` was skipped, because it exists only in the public service.';

/** Search operators added to the query for each category. */
const categoryWords = {
  github: 'site:github.com',
  research:
    '(site:arxiv.org OR site:nature.com OR site:ieee.org OR site:pubmed.ncbi.nlm.nih.gov OR site:researchgate.net OR site:semanticscholar.org)',
  pdf: 'filetype:pdf',
  developer:
    '(site:github.com OR site:stackoverflow.com OR site:developer.mozilla.org OR site:readthedocs.io OR site:npmjs.com OR site:pypi.org OR site:docs.rs)',
} as const;

const category = z.enum(['github', 'research', 'pdf', 'developer']);

const searchFields = (version: ApiVersion, parts: ApiParts) => ({
  query: z.string().trim().min(1).max(2000).describe('What to search for; operators such as `site:` are passed on.'),
  limit: z.int().min(1).max(100).default(5).describe('Maximum number of results for each source.'),
  ...common,
  lang: language.default('en').describe('Language of the results, as a code such as `en`.'),
  country: country.default('us').describe('Country to search in, as a two-letter code.'),
  timeout: z.int().min(1).max(3_600_000).default(standardTimeoutMs).describe('Timeout in milliseconds.'),
  ignoreInvalidURLs: z.boolean().default(false).describe('Skip results whose URL cannot be scraped.'),
  scrapeOptions: resultScrapeOptions(version, parts)
    .prefault({})
    .refine(({ formats }) => formats.every(({ type }) => type !== 'changeTracking'), {
      message: 'Search results cannot be compared with earlier results; remove changeTracking.',
    })
    .describe('Scrape options for the results; with `formats`, every web and news result is scraped.'),
  ...originFields,
});

const domains = z.array(z.string().trim().min(1).max(253)).max(100).default([]);

const v2Fields = {
  sources: z
    .array(z.union([source, catalogue]))
    .min(1)
    .max(4)
    .default(['web'])
    .describe('Kinds of results: web, news, images. `alexandria` is accepted and ignored.'),
  domainTools: z.boolean().optional().describe('Accepted for compatibility with published clients; has no effect.'),
  toolDetail: z
    .string()
    .max(100)
    .optional()
    .describe('Accepted for compatibility with published clients; has no effect.'),
  categories: z
    .array(z.union([category, z.strictObject({ type: category })]))
    .default([])

    .describe('Restrict results to GitHub, research sites, PDF files or developer sites.'),
  includeDomains: domains.describe('Domains that results must come from, including their subdomains.'),
  excludeDomains: domains.describe('Domains that results must not come from.'),
  highlights: z
    .boolean()
    .default(true)
    .describe('Replace the description of each scraped page with the passage that best matches the query.'),
  enterprise: z
    .array(z.string().max(100))
    .max(10)
    .optional()
    .describe('Accepted for compatibility with published clients; has no effect.'),
};

const categoriesOf = ({ categories = [] }: Fields): readonly SearchCategory[] =>
  (categories as readonly (SearchCategory | { readonly type: SearchCategory })[]).map((one) =>
    typeof one === 'string' ? one : one.type,
  );

const listOf = (value: unknown): readonly string[] => (value as readonly string[] | undefined) ?? [];

/** Returns the domain filters as search operators, which most services support. */
const siteWords = ({ includeDomains, excludeDomains }: Fields): string =>
  withDomains('', { includeDomains: listOf(includeDomains), excludeDomains: listOf(excludeDomains) }).trim();

function toQueries(body: Fields): readonly SearchQuery[] {
  const {
    query,
    limit,
    tbs,
    filter,
    location,
    lang,
    country: from,
  } = body as unknown as {
    readonly [field: string]: string;
  } & { readonly limit: number };
  const asked = (body.sources as readonly z.output<typeof source>[] | undefined) ?? ['web'];
  const sources = asked.filter((one) => !isCatalogue(one));
  const words = categoriesOf(body).map((one) => categoryWords[one]);
  const text = [query, words.join(' OR '), siteWords(body)].filter(Boolean).join(' ');
  const standard = { text, limit, tbs, filter, location, language: lang ?? 'en', country: from ?? 'us' };
  const named = new Map(
    sources.map((one): readonly [string, SearchQuery] => {
      if (typeof one === 'string') return [one, { ...standard, source: one }];
      const { type, lang: own, ...more } = one;
      const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
      return [type, { ...standard, ...given, ...(own ? { language: own } : {}), source: type }];
    }),
  );
  return [...named.values()];
}

/** Returns a schema that converts the body of a search request into a spec. */
export function searchRequest(version: ApiVersion, parts: ApiParts) {
  const fields = { ...searchFields(version, parts), ...(version === 'v2' ? v2Fields : {}) };
  return z.strictObject(fields).transform((body: Fields): SearchSpec => {
    const scrape = body.scrapeOptions as ScrapeSpec;
    const facts = toRequestFacts(version, body);
    return {
      ...facts,
      queries: toQueries(body),
      words: body.query as string,
      includeDomains: listOf(body.includeDomains),
      excludeDomains: listOf(body.excludeDomains),
      categories: categoriesOf(body),
      highlights: body.highlights !== false,
      warning: (body.sources as readonly unknown[] | undefined)?.some(isCatalogue) ? noCatalogue : undefined,
      timeoutMs: body.timeout as number,
      ignoreInvalidURLs: body.ignoreInvalidURLs as boolean,
      scrape: asJobScrape(scrape, facts, scrape.zeroDataRetention),
      zeroDataRetention: scrape.zeroDataRetention,
    };
  });
}
