import { cssSelector, defineAction, z } from '../../core/contract/plugin';

/** `wait`: pauses for a number of milliseconds, or until an element appears. */
export default defineAction({
  type: 'wait',
  summary: 'Waits for a given time, or until an element appears.',
  schema: z
    .object({
      milliseconds: z.int().positive().optional().describe('Time to wait, in milliseconds.'),
      selector: cssSelector.optional().describe('CSS selector of the element to wait for.'),
    })
    .refine(({ milliseconds, selector }) => (milliseconds === undefined) !== (selector === undefined), {
      message: 'The `wait` action needs either `milliseconds` or `selector`, not both.',
    }),
  waitMs: ({ milliseconds }) => milliseconds ?? 1000,
  async run(page, { milliseconds, selector }, signal) {
    if (selector !== undefined) await page.waitForSelector(selector, signal);
    else await page.wait(milliseconds ?? 0, signal);
  },
});
