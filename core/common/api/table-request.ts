import { z } from 'zod';
import type { TableSpec } from '../job-specs';
import type { ScrapeSpec } from '../model';
import { asJobScrape, toRequestFacts } from './crawl-request';
import type { ApiParts } from './parts';
import { originFields, scrapeFieldsV2 } from './scrape-options';
import { dataScrapeOptions } from './scrape-request';
import { targetUrl } from './target-url';
import { webhookField } from './webhook';

/** Table job events that can be sent to webhooks. */
export const tableEvents = ['started', 'completed', 'failed'] as const;

const standardLimit = 100;

/**
 * Returns a schema that converts the body of a table request into a spec. `recipe` validates the recipe or its name.
 */
export function tableRequest(parts: ApiParts, recipe: z.ZodType<TableSpec['recipe']>) {
  return z
    .strictObject({
      url: targetUrl.describe('First page of the list; `http://` is assumed when no scheme is given.'),
      recipe: recipe.describe(
        'Recipe, or name of a saved recipe. The recipe defines which values to read and where to find them.',
      ),
      limit: z
        .int()
        .min(1)
        .max(10_000)
        .default(standardLimit)
        .describe(
          'Maximum number of pages, including detail pages. Loading more records on a page counts as another page. With 1, only the first page of the list is read.',
        ),
      actions: scrapeFieldsV2(parts).actions.describe(
        'Actions that lead from `url` to the list. These actions run once, before the first page is read. Actions in `scrapeOptions` run on every page.',
      ),
      scrapeOptions: dataScrapeOptions('v2', parts).prefault({}).describe('Scrape options used to fetch each page.'),
      webhook: webhookField('table', tableEvents),
      ...originFields,
    })
    .transform((body): TableSpec => {
      const scrape: ScrapeSpec = body.scrapeOptions;
      const { zeroDataRetention } = scrape;
      const facts = toRequestFacts('v2', body);
      return {
        ...facts,
        url: body.url,
        recipe: body.recipe,
        limit: body.limit,
        actions: body.actions,
        webhook: body.webhook as TableSpec['webhook'],
        scrape: asJobScrape(scrape, facts, zeroDataRetention),
        zeroDataRetention,
      };
    });
}
