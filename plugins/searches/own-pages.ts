import { defineSearch, z } from '../../core/contract/plugin';

/** `own-pages`: searches the pages in Gleaner's cache. */
export default defineSearch({
  id: 'own-pages',
  summary: 'Searches the text of the pages you have scraped in the last two days; needs no network.',
  sources: ['web'],
  fallback: true,
  config: z.object({}),
  create: (_, { ownPages }) => ({
    search: async ({ text, limit }) => ({ hits: await ownPages.search(text, limit) }),
  }),
});
