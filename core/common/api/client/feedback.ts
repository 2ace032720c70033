import { z } from 'zod';
import { originFields } from '../scrape-options';

const text = z.string().trim().max(2000);

const common = {
  rating: z.enum(['good', 'partial', 'bad']).describe('How useful the answer was.'),
  valuableSources: z
    .array(z.strictObject({ url: z.string().min(1).max(2000), reason: text.optional() }))
    .max(100)
    .optional()
    .describe('Sources that were helpful.'),
  missingContent: z
    .array(z.strictObject({ topic: text.min(1), description: text.optional() }))
    .max(100)
    .optional()
    .describe('Topics missing from the answer.'),
  querySuggestions: text.optional().describe('How the query could be improved.'),
  ...originFields,
  integration: z.string().max(200).nullable().optional(),
};

const maxMetadataBytes = 8192;

/** Feedback on a search. */
export const searchFeedback = z.strictObject(common);

/** Schema of feedback on the response to a search, scrape, parse or map request. */
export const endpointFeedback = z.strictObject({
  ...common,
  endpoint: z.enum(['search', 'scrape', 'parse', 'map']).describe('Endpoint that the feedback is about.'),
  jobId: z.string().min(1).max(200).describe('ID of the job or response that the feedback is about.'),
  issues: z.array(text).max(100).optional().describe('Problems with the answer.'),
  tags: z.array(text).max(100).optional().describe('Custom labels.'),
  note: text.optional().describe('Additional comments.'),
  url: z.string().max(2000).optional().describe('URL of the page that the feedback is about.'),
  pageNumbers: z
    .array(z.int().min(1))
    .max(1000)
    .optional()
    .describe('Page numbers that the feedback is about, in a file with several pages.'),
  metadata: z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= maxMetadataBytes, { message: 'Must be 8 KB or smaller.' })
    .optional()
    .describe('Custom metadata, at most 8 KB.'),
});

/** Response to feedback. Feedback is stored on this machine, and credits are never refunded. */
export const feedbackAnswer = z
  .object({ success: z.literal(true), feedbackId: z.string(), creditsRefunded: z.number() })
  .meta({ id: 'FeedbackResponse' });
