import { z } from 'zod';

/** Schema of a step that an agent or extract job takes to find data, such as a search or a click. */
export const takenStep = z.object({
  step: z.int().describe('Step number, starting at 1.'),
  action: z
    .enum(['search', 'open', 'next-page', 'load-more', 'tab', 'unfold', 'search-form'])
    .describe('Kind of step; `search` uses a search engine, `search-form` the site’s own search form.'),
  input: z
    .record(z.string(), z.unknown())
    .describe(
      'Input of the step: the search terms, the URLs of the opened pages, or the page and label of the control that was used.',
    ),
  reason: z.string().describe('Why the step was taken.'),
  values: z
    .int()
    .describe('Number of values known before the step; for a browser step, only the values from the same page.'),
  creditsUsed: z.number().describe('Credits that the job had used before this step.'),
  at: z.iso.datetime().describe('When the step was taken.'),
  url: z.string().optional().describe('URL of the page after a browser step.'),
  screenshot: z.string().optional().describe('URL of a screenshot taken after the browser step.'),
  found: z.int().optional().describe('Number of values found by the browser step.'),
});

/** A step that an agent or extract job takes to find data, as returned to the caller. */
export type TakenStep = Readonly<z.infer<typeof takenStep>>;
