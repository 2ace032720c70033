import { z } from 'zod';

const model = z.string().default('').describe('Model plugin that reads the pages, by id; empty means the one in use.');
const pages = z.int().min(1).max(10_000);
const minutes = z.number().min(0.01).max(1440);

const agentProfile = (standard: { readonly pages: number; readonly steps: number }) =>
  z.strictObject({
    model,
    maxPages: pages.default(standard.pages).describe('Most pages one run reads.'),
    maxSteps: z.int().min(0).max(1000).default(standard.steps).describe('Most steps of one run.'),
    maxCredits: z.int().min(0).default(2500).describe('Credits one run may use when its request names no number.'),
    maxMinutes: minutes.default(15).describe('Minutes after which a run takes no further step.'),
  });

/** Models behind the profile names of the API, and the limits of their jobs. */
export const profilesSetting = z.strictObject({
  'spark-1-mini': agentProfile({ pages: 20, steps: 10 }).prefault({}).describe('Profile of agents; the usual one.'),
  'spark-1-pro': agentProfile({ pages: 60, steps: 25 }).prefault({}).describe('Profile of agents for harder tasks.'),
  'FIRE-1': z
    .strictObject({
      model,
      maxPages: pages.default(1000).describe('Most pages one extract reads.'),
      maxSteps: z
        .int()
        .min(0)
        .max(1000)
        .default(25)
        .describe('Most steps in the browser of one extract: next pages, tabs, searches; 0 for none.'),
      maxMinutes: minutes.default(60).describe('Minutes after which an extract opens no further page.'),
    })
    .prefault({})
    .describe('Profile of extracts that name it as their agent.'),
});
