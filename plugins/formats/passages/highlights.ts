import { defineFormat, z } from '../../../core/contract/plugin';
import { highlightsOf, nothingMatches, searchPage } from './find';

/** `highlights`: the sentences, lines of code and table rows that match a query, verbatim. */
export const highlights = defineFormat({
  id: 'highlights',
  summary: 'The sentences, lines of code and table rows that match a query, verbatim and in page order.',
  needs: ['markdown', 'metadata'],
  versions: ['v2'],
  options: z.object({
    query: z.string().trim().min(1).max(10_000).describe('What to look for, in the language of the page.'),
  }),
  async derive({ markdown, metadata }, { options: { query }, warn, signal }) {
    const found = await searchPage({ markdown: String(markdown), query, language: metadata.language }, signal);
    const highlights = highlightsOf(found);
    if (highlights === '') warn(nothingMatches(query));
    return highlights;
  },
});
