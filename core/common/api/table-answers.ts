import { z } from 'zod';
import { needsPersonField, statusSuccess } from './job-answers';
import { jobStarted } from './params';

/** Response to the start of a table. */
export const tableStartAnswer = jobStarted.meta({ id: 'TableStartResponse' });

const column = z.object({
  name: z.string().describe('Name of the field; a slash parts the names of nested objects.'),
  type: z.string().describe('What its values are read as, e.g. `price`.'),
  filled: z
    .number()
    .describe(
      'Share of the rows that have a value, 0–1; of a column of detail pages, of the rows whose page was read.',
    ),
});

/** Status and rows of a table. */
export const tableStatusAnswer = z
  .object({
    success: statusSuccess,
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']).describe('Where the job is in its life.'),
    data: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Rows in the order of the pages, those read so far while the job runs; a missing value is null.'),
    columns: z.array(column).describe('The fields of the rows, and how full each is.'),
    pages: z.int().describe('Pages of the list that the rows were read from.'),
    detailPages: z.int().optional().describe('Detail pages that were read; absent where the recipe follows none.'),
    expiresAt: z.iso.datetime().describe('When the rows are removed.'),
    error: z.string().optional().describe('Why a failed job ended.'),
    warning: z.string().optional().describe('What was left out, is missing, or has changed on the pages.'),
    creditsUsed: z.int().describe('Credits the job has cost.'),
    needsPerson: needsPersonField,
  })
  .meta({ id: 'TableStatusResponse' });
