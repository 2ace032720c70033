import { defineAction, z } from '@gleaner/plugin';
import { findButton } from './find-button.ts';

/** Delay between two checks of the page, in ms. */
const pauseMs = 250;

/** `acceptConsent`: accepts the page's consent banner, if any. */
export default defineAction({
  type: 'acceptConsent',
  summary: 'Accepts the consent banner, if the page shows one.',
  schema: z.object({
    selectors: z.array(z.string().min(1)).max(50).default([]).describe('Additional CSS selectors of accept buttons.'),
    waitMs: z.int().min(0).max(10_000).default(2000).describe('Maximum time to wait for the banner, in milliseconds.'),
  }),
  async run(page, { selectors, waitMs }, signal) {
    for (let waited = 0; ; waited += pauseMs) {
      const { value } = await page.evaluate(findButton(selectors), signal);
      if (typeof value === 'string') {
        await page.click(value, { all: false, signal });
        return;
      }
      // Stops waiting without an error, because the page may have no banner.
      if (waited >= waitMs) return;
      await page.wait(pauseMs, signal);
    }
  },
});
