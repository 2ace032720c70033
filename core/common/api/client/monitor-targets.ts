import { z } from 'zod';
import type { CrawlSpec, RequestFacts, StoredOptions } from '../../job-specs';
import type { ScrapeSpec } from '../../model';
import { crawlRequest, toRequestFacts } from '../crawl-request';
import type { ApiParts } from '../parts';
import { originFields } from '../scrape-options';
import { scrapeOptions } from '../scrape-request';
import { targetUrl } from '../target-url';

type Fields = Readonly<Record<string, unknown>>;

const fields = z.record(z.string(), z.unknown());
const id = z.string().min(1).max(100).optional().describe('ID of the target; generated if omitted.');
const domains = z.array(z.string().trim().min(1).max(253)).max(100).default([]);

/** Schema of a monitor target: pages, a site or searches. */
export const monitorTarget = z.discriminatedUnion('type', [
  z.strictObject({
    id,
    type: z.literal('scrape'),
    urls: z.array(targetUrl).min(1).max(1000).describe('Pages to watch.'),
    scrapeOptions: fields.optional().describe('How to scrape each page; markdown is returned if no format is given.'),
  }),
  z.strictObject({
    id,
    type: z.literal('crawl'),
    url: targetUrl.describe('URL of the start page.'),
    crawlOptions: fields.optional().describe('Crawl options, as in `POST /v2/crawl`.'),
    scrapeOptions: fields.optional().describe('How to scrape each page; markdown is returned if no format is given.'),
  }),
  z.strictObject({
    id,
    type: z.literal('search'),
    queries: z
      .array(z.string().trim().min(1).max(500))
      .min(1)
      .max(10)
      .describe('Search queries whose results are watched.'),
    searchWindow: z
      .enum(['5m', '15m', '1h', '6h', '24h', '7d'])
      .optional()
      .describe('Maximum age of results, e.g. `24h` for one day.'),
    includeDomains: domains.describe('Domains that results must come from.'),
    excludeDomains: domains.describe('Domains that results must not come from.'),
    maxResults: z.int().min(1).max(50).default(5).describe('Maximum number of results per query.'),
  }),
]);
/** Target of a monitor as given in the request: pages, a site or searches. */
export type MonitorTarget = z.output<typeof monitorTarget>;

/** Targets of a monitor. */
export const monitorTargets = z.array(monitorTarget).min(1).max(50);

interface TargetBase {
  readonly id: string;
  /** Scrape options for each page. */
  readonly scrape: ScrapeSpec;
}
/** A validated monitor target with its options. */
export type TargetSpec = TargetBase &
  (
    | { readonly type: 'scrape'; readonly urls: readonly string[] }
    | { readonly type: 'crawl'; readonly crawl: CrawlSpec }
    | (Extract<MonitorTarget, { type: 'search' }> & { readonly id: string })
  );

/** Validated request to check a monitor's targets. */
export interface MonitorSpec extends RequestFacts {
  readonly targets: readonly TargetSpec[];
  /** Targets as given in the request. */
  readonly given: readonly MonitorTarget[];
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: false;
}
/** Options of a monitor check, as stored with its job. */
export type StoredCheck = StoredOptions<MonitorSpec>;

/** Formats that a check can compare. */
const compared = new Set(['markdown', 'html', 'rawHtml', 'json']);

/**
 * Returns scrape options with the formats that a check needs. Replaces `changeTracking` with the formats to compare:
 * Markdown, JSON or both. Adds Markdown if none of the requested formats can be compared.
 */
function comparedFormats(options: Fields): Fields {
  const given = Array.isArray(options.formats) ? options.formats : [];
  const formats = given.flatMap((format): readonly unknown[] => {
    if (format === 'changeTracking') return ['markdown'];
    if (format?.type !== 'changeTracking') return [format];
    const { modes = [], schema, prompt } = format;
    const json = Array.isArray(modes) && modes.includes('json') ? [{ type: 'json', schema, prompt }] : [];
    return json.length > 0 && !modes.includes('git-diff') ? json : ['markdown', ...json];
  });
  const names = formats.map((format) => (typeof format === 'string' ? format : (format as Fields | null)?.type));
  const unique = formats.filter((format, index) => typeof format !== 'string' || names.indexOf(format) === index);
  const isCompared = names.some((name) => compared.has(String(name)));
  return { ...options, formats: isCompared ? unique : [...unique, 'markdown'] };
}

/** Returns a schema that converts a check's targets into a spec. */
export function monitorRequest(parts: ApiParts) {
  const scrapeSchema = scrapeOptions('v2', parts);
  const crawlSchema = crawlRequest('v2', parts);
  return z
    .strictObject({ targets: monitorTargets, ...originFields })
    .transform(({ targets, ...origin }, context): MonitorSpec => {
      const facts = toRequestFacts('v2', origin);
      const read = <T>(schema: z.ZodType<T>, value: unknown, path: readonly (string | number)[]): T => {
        const { data, error } = schema.safeParse(value);
        for (const { message, path: inner } of error?.issues ?? [])
          context.addIssue({ code: 'custom', message, path: [...path, ...inner], input: value });
        return data as T;
      };
      const specs = targets.map((target, index): TargetSpec => {
        const id = target.id ?? `${target.type}-${index + 1}`;
        const given = 'scrapeOptions' in target ? (target.scrapeOptions ?? {}) : {};
        const scrapeOptions = comparedFormats(given);
        const scrape = read(scrapeSchema, scrapeOptions, ['targets', index, 'scrapeOptions']);
        if (target.type === 'scrape') return { id, type: 'scrape', urls: target.urls, scrape };
        if (target.type === 'search') return { ...target, id, scrape };
        const crawl = { ...target.crawlOptions, url: target.url };
        return { id, type: 'crawl', scrape, crawl: read(crawlSchema, crawl, ['targets', index, 'crawlOptions']) };
      });
      const scrape = specs[0]?.scrape as ScrapeSpec;
      return { ...facts, targets: specs, given: targets, scrape, zeroDataRetention: false };
    });
}
