import { z } from 'zod';
import type { BatchSpec } from '../job-specs';
import type { ApiVersion } from '../model';
import { columnChoice } from '../rows';
import { asJobScrape, toRequestFacts } from './crawl-request';
import type { ApiParts } from './parts';
import { originFields, scrapeFieldsV1, scrapeFieldsV2 } from './scrape-options';
import { checkJobFields, checkScrapeFields, scrapeSpecOf } from './scrape-request';
import { targetUrl } from './target-url';
import { webhookField } from './webhook';

type Fields = Record<string, unknown>;

const batchFields = (version: ApiVersion) => ({
  urls: z
    .array(z.string())
    .min(1, { message: 'urls must contain at least one URL.' })
    .describe('Pages to scrape; `http://` is assumed when a URL has no scheme.'),
  webhook: webhookField('batch_scrape'),
  appendToId: z.guid().optional().describe('ID of a running batch to add these URLs to.'),
  ignoreInvalidURLs: z
    .boolean()
    .default(version === 'v2')
    .describe('Skip invalid URLs and list them in `invalidURLs`; otherwise an invalid URL is an error.'),
  maxConcurrency: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Maximum number of pages that this job fetches at the same time.'),
});

/** URL fields of a v2 batch request: `urls`, or `urlsFrom` to read the URLs from a column of another job's rows. */
const chainFields = {
  urls: batchFields('v2').urls.optional(),
  urlsFrom: columnChoice
    .optional()
    .describe('Takes the URLs from a column of a finished job’s rows, instead of from `urls`.'),
};

/** Separates the entries of a URL list into valid and invalid URLs. */
export function sortUrls(entries: readonly string[]) {
  const urls: string[] = [];
  const invalid: { index: number; entry: string; message: string }[] = [];
  entries.forEach((entry, index) => {
    const parsed = targetUrl.safeParse(entry);
    if (parsed.success) urls.push(parsed.data);
    else invalid.push({ index, entry, message: parsed.error.issues[0]?.message ?? 'Invalid URL.' });
  });
  return { urls, invalid };
}

/** Returns a schema that converts the body of a batch scrape into a spec. */
export function batchRequest(version: ApiVersion, parts: ApiParts) {
  const scrapeFields = version === 'v2' ? scrapeFieldsV2(parts) : scrapeFieldsV1(parts);
  return z
    .strictObject({
      ...batchFields(version),
      ...(version === 'v2' ? chainFields : {}),
      ...scrapeFields,
      ...originFields,
    })
    .check(checkJobFields)
    .superRefine((body: Fields, context) => {
      checkScrapeFields(version, parts, body, context);
      if ((body.urls === undefined) === (body.urlsFrom === undefined)) {
        context.addIssue({ code: 'custom', message: 'Either urls or urlsFrom must be given.', path: ['urls'] });
        return;
      }
      if (body.ignoreInvalidURLs || !body.urls) return;
      for (const { index, entry, message } of sortUrls(body.urls as string[]).invalid) {
        context.addIssue({ code: 'custom', message, path: ['urls', index], input: entry });
      }
    })
    .transform((body: Fields): BatchSpec => {
      const { urls, invalid } = sortUrls((body.urls as string[] | undefined) ?? []);
      const facts = toRequestFacts(version, body);
      const zeroDataRetention = body.zeroDataRetention as boolean;
      return {
        ...facts,
        urls,
        urlsFrom: body.urlsFrom as BatchSpec['urlsFrom'],
        invalidURLs: body.ignoreInvalidURLs ? invalid.map(({ entry }) => entry) : undefined,
        appendToId: body.appendToId as string | undefined,
        maxConcurrency: body.maxConcurrency as number | undefined,
        webhook: body.webhook as BatchSpec['webhook'],
        scrape: asJobScrape(scrapeSpecOf(version, parts, body), facts, zeroDataRetention),
        zeroDataRetention,
      };
    });
}
