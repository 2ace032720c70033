import { z } from 'zod';
import { needsPersonField, statusSuccess } from './job-answers';
import { jobStarted } from './params';
import { takenStep } from './taken-step';

/** Response to a request that starts an extraction. */
export const extractStartAnswer = jobStarted
  .extend({
    urlTrace: z.array(z.unknown()).describe('Always empty.'),
    invalidURLs: z
      .array(z.string())
      .optional()
      .describe('Invalid URLs that were skipped; only with ignoreInvalidURLs.'),
  })
  .meta({ id: 'ExtractStartResponse' });

const source = z.object({
  url: z.string().describe('URL of the page.'),
  kind: z.string().describe('Kind of source, e.g. `json-ld`, `table` or `text`.'),
  selector: z.string().optional().describe('CSS selector of the element that contains the value.'),
  excerpt: z.string().describe('Text that the value was read from, truncated to 200 characters.'),
  score: z.number().describe('Confidence in the value, 0–1.'),
  currency: z
    .string()
    .optional()
    .describe('Currency of an amount: an ISO 4217 code, or a symbol that several currencies share.'),
});

const conflict = z.object({
  path: z.string().describe('JSON pointer into `data` that identifies the value.'),
  values: z
    .array(
      z.object({
        value: z.unknown().describe('Conflicting value.'),
        url: z.string().describe('URL of the page that contains this value.'),
      }),
    )
    .describe('Conflicting values from other pages.'),
});

/** Status and data of an extraction. */
export const extractStatusAnswer = z
  .object({
    success: statusSuccess,
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']).describe('State of the job.'),
    data: z.unknown().describe('Data that matches the schema; an empty list until the job is completed.'),
    expiresAt: z.iso.datetime().describe('When the data is deleted.'),
    error: z.string().optional().describe('Why the job failed.'),
    warning: z
      .string()
      .optional()
      .describe('Warning about guessed or missing values, and pages that could not be read.'),
    steps: z.array(takenStep).optional().describe('Steps taken in the browser; only with the agent FIRE-1.'),
    sources: z
      .record(z.string(), z.array(source))
      .optional()
      .describe('Sources of each value, keyed by its JSON pointer into `data`; only with `showSources`.'),
    missing: z
      .array(
        z.object({
          path: z.string().describe('JSON pointer to the missing value.'),
          reason: z.string().describe('Why the value is missing, in one sentence.'),
        }),
      )
      .optional()
      .describe('Requested values that were not found on any page.'),
    conflicts: z
      .array(conflict)
      .optional()
      .describe('Values that differ between pages; the value from the first page is used.'),
    totalUrlsScraped: z.int().optional().describe('Number of pages that the data was read from.'),
    tokensUsed: z.int().optional().describe('Tokens used by the job; one credit covers 15 tokens.'),
    creditsUsed: z.int().optional().describe('Credits used by the job.'),
    needsPerson: needsPersonField,
  })
  .meta({ id: 'ExtractStatusResponse' });
