import { z } from 'zod';

const result = z.looseObject({
  url: z.string().describe('URL of the page; for an image, the URL of the page that shows it.'),
  title: z.string().describe('Title of the page.'),
  position: z.int().optional().describe('Rank among the results, starting at 1.'),
});

const warning = z.string().optional().describe('Warning about the results.');

/**
 * Search results, as returned by v2. If formats are requested, web and news results also contain the fields of the
 * scraped document.
 */
export const searchAnswerV2 = z
  .object({
    success: z.literal(true),
    data: z.object({
      web: z
        .array(result.extend({ description: z.string().optional() }))
        .optional()
        .describe('Web results.'),
      news: z
        .array(
          result.extend({
            snippet: z.string().optional(),
            date: z.string().optional(),
            imageUrl: z.string().optional(),
          }),
        )
        .optional()
        .describe('News results.'),
      images: z
        .array(
          result.extend({
            imageUrl: z.string().optional(),
            imageWidth: z.int().optional(),
            imageHeight: z.int().optional(),
          }),
        )
        .optional()
        .describe('Image results.'),
    }),
    warning,
    creditsUsed: z.int().describe('Credits used by the search.'),
    id: z.string().describe('ID of the search in the activity log.'),
  })
  .meta({ id: 'SearchResponse' });

/** Search results, v1. */
export const searchAnswerV1 = z
  .object({
    success: z.literal(true),
    data: z.array(result.extend({ description: z.string().optional() })).describe('Pages, best match first.'),
    warning,
  })
  .meta({ id: 'SearchResponseV1' });
