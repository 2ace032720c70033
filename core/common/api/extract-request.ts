import { z } from 'zod';
import type { ExtractSpec, ExtractTarget } from '../job-specs';
import type { ApiVersion, ScrapeSpec } from '../model';
import { asJobScrape, maxPromptLength, toRequestFacts } from './crawl-request';
import type { ApiParts } from './parts';
import { originFields } from './scrape-options';
import { dataScrapeOptions } from './scrape-request';
import { targetUrl } from './target-url';
import { webhookField } from './webhook';

type Fields = Record<string, unknown>;

/** Extract job events that can be sent to webhooks. */
export const extractEvents = ['started', 'completed', 'failed'] as const;

const maxUrls = 10;
const standardLimit = 100;

const accepted = z.unknown().optional().describe('Accepted for compatibility; has no effect.');

const extractFields = (version: ApiVersion, parts: ApiParts) => ({
  urls: z
    .array(z.string())
    .max(maxUrls, { message: `At most ${maxUrls} URLs are allowed.` })
    .optional()
    .describe('Pages to read; a URL that ends in `/*` selects all pages found below it.'),
  prompt: z.string().max(maxPromptLength).optional().describe('What to find, in plain words.'),
  systemPrompt: z.string().max(maxPromptLength).optional().describe('Accepted for compatibility; ignored.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema that the returned data must match.'),
  limit: z
    .int()
    .min(1)
    .max(10_000)
    .default(standardLimit)
    .describe('Maximum number of pages read for each URL that ends in `/*`.'),
  ignoreSitemap: z.boolean().default(false).describe('Ignore sitemaps.'),
  includeSubdomains: z.boolean().default(true).describe('Also read pages on subdomains of a site.'),
  allowExternalLinks: z.boolean().default(false).describe('Also follow links to other sites.'),
  enableWebSearch: z.boolean().default(false).describe('Search the web for more pages.'),
  recipe: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('Saved recipe that reads matching pages without a model; `auto` picks the recipe for each page.'),
  showSources: z.boolean().default(false).describe('Return the source of each value.'),
  ignoreInvalidURLs: z
    .boolean()
    .default(version === 'v2')
    .describe('Skip invalid URLs and list them in `invalidURLs`; otherwise an invalid URL is an error.'),
  agent: z
    .strictObject({
      model: z
        .string()
        .refine((name) => name.toLowerCase() === 'fire-1', { message: 'Unknown model; only FIRE-1 is supported.' })
        .describe('Always `FIRE-1`.'),
    })
    .optional()
    .describe('Agent that finds missing values by operating pages in the browser, e.g. opening tabs.'),
  withoutModel: z
    .boolean()
    .default(false)
    .describe('Extract values using only rules, even if a model is set up; this uses no model tokens.'),
  timeout: z
    .int()
    .min(1)
    .max(3_600_000)
    .optional()
    .describe('Timeout for each page in milliseconds; defaults to `timeout` in scrapeOptions.'),
  scrapeOptions: dataScrapeOptions(version, parts).prefault({}).describe('Scrape options used to fetch each page.'),
  webhook: webhookField('extract', extractEvents),
  urlTrace: accepted,
  __experimental_streamSteps: accepted,
  __experimental_llmUsage: accepted,
  __experimental_showSources: accepted,
  __experimental_showCostTracking: accepted,
  __experimental_cacheKey: accepted,
  __experimental_cacheMode: accepted,
  ...originFields,
});

/**
 * Separates the entries of a URL list into valid and invalid URLs. An entry that ends with `/*` selects all pages found
 * below that URL.
 */
function sortTargets(entries: readonly string[]) {
  const targets: ExtractTarget[] = [];
  const invalid: { readonly index: number; readonly entry: string; readonly message: string }[] = [];
  entries.forEach((entry, index) => {
    const isSite = entry.trim().endsWith('/*');
    const parsed = targetUrl.safeParse(isSite ? entry.trim().slice(0, -1) : entry);
    if (parsed.success) targets.push({ url: parsed.data, isSite });
    else invalid.push({ index, entry, message: parsed.error.issues[0]?.message ?? 'Invalid URL.' });
  });
  return { targets, invalid };
}

/** Reports fields that cannot be combined. */
function checkFields(body: Fields, context: z.core.$RefinementCtx): void {
  const issue = (message: string, path: readonly (string | number)[], input: unknown) =>
    context.addIssue({ code: 'custom', message, path: [...path], input });
  const urls = (body.urls as string[] | undefined) ?? [];
  const hasPrompt = typeof body.prompt === 'string' && body.prompt.trim() !== '';
  if (!hasPrompt && body.schema === undefined) {
    issue('Describe what you want: give a prompt, a schema, or both.', ['prompt'], body.prompt);
  } else if (urls.length === 0 && !hasPrompt) {
    issue('Without urls, a prompt is required to find pages.', ['urls'], body.urls);
  }
  const { targets, invalid } = sortTargets(urls);
  const isStrict = body.ignoreInvalidURLs !== true;
  if (isStrict || (targets.length === 0 && urls.length > 0)) {
    for (const { index, entry, message } of invalid) issue(message, ['urls', index], entry);
  }
}

function toExtractSpec(version: ApiVersion, body: Fields): ExtractSpec {
  const scrape = body.scrapeOptions as ScrapeSpec;
  const facts = toRequestFacts(version, body);
  const { targets, invalid } = sortTargets((body.urls as string[] | undefined) ?? []);
  const timeoutMs = (body.timeout as number | undefined) ?? scrape.timeoutMs;
  return {
    ...facts,
    targets,
    invalidURLs: body.ignoreInvalidURLs ? invalid.map(({ entry }) => entry) : undefined,
    prompt: (body.prompt as string | undefined)?.trim() || undefined,
    schema: body.schema as ExtractSpec['schema'],
    limit: body.limit as number,
    ignoreSitemap: body.ignoreSitemap as boolean,
    includeSubdomains: body.includeSubdomains as boolean,
    allowExternalLinks: (body.allowExternalLinks as boolean) || (body.enableWebSearch as boolean),
    enableWebSearch: body.enableWebSearch as boolean,
    recipe: body.recipe as string | undefined,
    showSources: body.showSources as boolean,
    profile: body.agent === undefined ? undefined : 'FIRE-1',
    withoutModel: body.withoutModel as boolean,
    webhook: body.webhook as ExtractSpec['webhook'],
    scrape: asJobScrape({ ...scrape, timeoutMs }, facts, scrape.zeroDataRetention),
    zeroDataRetention: scrape.zeroDataRetention,
  };
}

/** Returns a schema that converts the body of an extract request into a spec. */
export function extractRequest(version: ApiVersion, parts: ApiParts) {
  return z
    .strictObject(extractFields(version, parts))
    .superRefine((body: Fields, context) => checkFields(body, context))
    .transform((body: Fields): ExtractSpec => toExtractSpec(version, body));
}
