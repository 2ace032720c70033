import { defineAction, z } from '../../core/contract/plugin';

/** `scrape`: keeps the page's address and HTML as they are at this moment. */
export default defineAction({
  type: 'scrape',
  summary: 'Returns the HTML at this point.',
  schema: z.object({}),
  async run(page) {
    const html = await page.html();
    return { scrapes: { url: page.url(), html } };
  },
});
