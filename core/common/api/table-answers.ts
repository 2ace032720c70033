import { z } from 'zod';
import { needsPersonField, statusSuccess } from './job-answers';
import { jobStarted } from './params';

/** Response to a request that starts a table job. */
export const tableStartAnswer = jobStarted.meta({ id: 'TableStartResponse' });

const column = z.object({
  name: z.string().describe('Name of the field; a slash separates the names of nested objects.'),
  type: z.string().describe('Type of the values, e.g. `price`.'),
  filled: z
    .number()
    .describe(
      'Share of rows with a value, 0–1. For columns from detail pages, only rows whose detail page was read are counted.',
    ),
});

/** Status and rows of a table job. */
export const tableStatusAnswer = z
  .object({
    success: statusSuccess,
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']).describe('State of the job.'),
    data: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Rows in page order, or the rows read so far while the job runs. Missing values are null.'),
    columns: z.array(column).describe('Fields of the rows, each with the share of rows that have a value.'),
    pages: z.int().describe('Number of list pages from which rows were read.'),
    detailPages: z.int().optional().describe('Number of detail pages that were read; absent if the recipe has none.'),
    expiresAt: z.iso.datetime().describe('When the rows are deleted.'),
    error: z.string().optional().describe('Why the job failed.'),
    warning: z.string().optional().describe('Warning about skipped rows, missing values or pages that have changed.'),
    creditsUsed: z.int().describe('Credits used by the job.'),
    needsPerson: needsPersonField,
  })
  .meta({ id: 'TableStatusResponse' });
