import { z } from 'zod';
import { needsPersonField, statusSuccess } from './job-answers';
import { jobStarted } from './params';
import { takenStep } from './taken-step';

/** Response to the start of an extract. */
export const extractStartAnswer = jobStarted
  .extend({
    urlTrace: z.array(z.unknown()).describe('Always empty.'),
    invalidURLs: z
      .array(z.string())
      .optional()
      .describe('Entries left out as no address; only with ignoreInvalidURLs.'),
  })
  .meta({ id: 'ExtractStartResponse' });

const source = z.object({
  url: z.string().describe('Address of the page.'),
  kind: z.string().describe('Kind of place, e.g. `json-ld`, `table` or `text`.'),
  selector: z.string().optional().describe('CSS selector of the element that holds the value.'),
  excerpt: z.string().describe('The text the value was read from, cut to 200 characters.'),
  score: z.number().describe('How sure the value is, 0–1.'),
});

const conflict = z.object({
  path: z.string().describe('JSON pointer of the value in `data`.'),
  values: z
    .array(
      z.object({ value: z.unknown().describe('Another value.'), url: z.string().describe('Page that states it.') }),
    )
    .describe('What other pages state instead.'),
});

/** Status and data of an extract. */
export const extractStatusAnswer = z
  .object({
    success: statusSuccess,
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']).describe('Where the job is in its life.'),
    data: z.unknown().describe('The data, in the shape of the schema; an empty list until the job is completed.'),
    expiresAt: z.iso.datetime().describe('When the data is removed.'),
    error: z.string().optional().describe('Why a failed job ended.'),
    warning: z.string().optional().describe('What was guessed, not found or not read.'),
    steps: z.array(takenStep).optional().describe('With FIRE-1: what was done in the browser.'),
    sources: z
      .record(z.string(), z.array(source))
      .optional()
      .describe('With showSources: where each value was read, by JSON pointer.'),
    missing: z
      .array(z.object({ path: z.string().describe('JSON pointer.'), reason: z.string().describe('One sentence.') }))
      .optional()
      .describe('Values that were asked for and that no page states.'),
    conflicts: z.array(conflict).optional().describe('Values about which pages disagree; the first page won.'),
    totalUrlsScraped: z.int().optional().describe('Pages the data was read from.'),
    tokensUsed: z.int().optional().describe('Tokens the job has cost; 15 are a credit.'),
    creditsUsed: z.int().optional().describe('Credits the job has cost.'),
    needsPerson: needsPersonField,
  })
  .meta({ id: 'ExtractStatusResponse' });
