import { z } from 'zod';

/** Schema of an error response. */
export const errorAnswer = z
  .object({
    success: z.literal(false),
    error: z.string().describe('Error message: what happened, what was affected, and how to fix it.'),
    code: z.string().optional().describe('Error code, e.g. `SCRAPE_TIMEOUT`.'),
    details: z.unknown().optional().describe('Validation errors of an invalid request.'),
  })
  .meta({ id: 'Error' });

/** Error responses common to all routes, by status. */
export const errorAnswers = {
  400: errorAnswer,
  401: errorAnswer,
  403: errorAnswer,
  404: errorAnswer,
  408: errorAnswer,
  500: errorAnswer,
};

/** A scraped page in a response, with one field for each requested format. */
export const documentAnswer = z
  .looseObject({
    markdown: z.string().optional(),
    html: z.string().optional(),
    rawHtml: z.string().optional(),
    links: z.array(z.string()).optional(),
    images: z.array(z.string()).optional(),
    screenshot: z.string().optional().describe('URL of the image, available for 24 hours.'),
    warning: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).describe('Page metadata: sourceURL, url, statusCode and more.'),
  })
  .meta({ id: 'Document' });

/** Response to a scrape. */
export const scrapeAnswer = z.object({ success: z.literal(true), data: documentAnswer }).meta({ id: 'ScrapeResponse' });

/** Success response without further data. */
export const doneAnswer = z.object({ success: z.literal(true) });

/** The body of `doneAnswer`. */
export const done = { success: true } as const;
