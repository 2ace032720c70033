import { defineAction, z } from '../../core/contract/plugin';

/** `scrape`: returns the current URL and HTML of the page. */
export default defineAction({
  type: 'scrape',
  summary: 'Adds the current HTML of the page to the result.',
  schema: z.object({}),
  async run(page) {
    const html = await page.html();
    return { scrapes: { url: page.url(), html } };
  },
});
