import { z } from 'zod';

const model = z
  .string()
  .default('')
  .describe('ID of the model plugin that reads the pages; if empty, the default model is used.');
const pages = z.int().min(1).max(10_000);
const minutes = z.number().min(0.01).max(1440);

const agentProfile = (standard: { readonly pages: number; readonly steps: number }) =>
  z.strictObject({
    model,
    maxPages: pages.default(standard.pages).describe('Maximum number of pages per run.'),
    maxSteps: z.int().min(0).max(1000).default(standard.steps).describe('Maximum number of steps per run.'),
    maxCredits: z
      .int()
      .min(0)
      .default(2500)
      .describe(
        'Limit on the pages and searches of a run, unless the request sets one: each page counts as 2 to 5, each search as 1.',
      ),
    maxMinutes: minutes
      .default(15)
      .describe('Maximum duration of a run in minutes. After that, the run takes no further steps.'),
  });

/**
 * Schema of the profiles. Maps each profile name that the API accepts to the model and the limits for jobs with this
 * profile.
 */
export const profilesSetting = z.strictObject({
  'spark-1-mini': agentProfile({ pages: 20, steps: 10 }).prefault({}).describe('Default profile for agents.'),
  'spark-1-pro': agentProfile({ pages: 60, steps: 25 }).prefault({}).describe('Agent profile for harder tasks.'),
  'FIRE-1': z
    .strictObject({
      model,
      maxPages: pages.default(1000).describe('Maximum number of pages per extraction.'),
      maxSteps: z
        .int()
        .min(0)
        .max(1000)
        .default(25)
        .describe('Maximum number of browser steps per extraction (next pages, tabs, searches); 0 for none.'),
      maxMinutes: minutes
        .default(60)
        .describe('Maximum duration of an extraction in minutes. After that, the extraction opens no further pages.'),
    })
    .prefault({})
    .describe('Profile for extractions that interact with pages in the browser.'),
});
