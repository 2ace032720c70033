import { z } from 'zod';

/** Schema of a step of a job that discovers its pages on its own. */
export const takenStep = z.object({
  step: z.int().describe('Number of the step, from 1.'),
  action: z
    .enum(['search', 'open', 'next-page', 'load-more', 'tab', 'unfold', 'search-form'])
    .describe('What was done; `search` asks a search engine, `search-form` the site itself.'),
  input: z
    .record(z.string(), z.unknown())
    .describe('The words searched for, the pages opened, or the page and the label of the control that was used.'),
  reason: z.string().describe('Why.'),
  values: z.int().describe('Values that were known before; of steps in the browser those of the page.'),
  creditsUsed: z.number().describe('Credits used before this step.'),
  at: z.iso.datetime().describe('When.'),
  url: z.string().optional().describe('Address of the page after a step in the browser.'),
  screenshot: z.string().optional().describe('Address of a picture of that page.'),
  found: z.int().optional().describe('Values that the step in the browser brought.'),
});

/** A step of a job that discovers its pages on its own, as in the response. */
export type TakenStep = Readonly<z.infer<typeof takenStep>>;
