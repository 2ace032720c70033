import { defineSearch, readReply, unescapeXml, z } from '@gleaner/plugin';

const reply = z.object({
  pages: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      excerpt: z.string().nullish(),
      description: z.string().nullish(),
    }),
  ),
});

/** `wikipedia`: finds Wikipedia articles in the language of the request. */
export default defineSearch({
  id: 'wikipedia',
  summary: 'Searches the articles of Wikipedia.',
  sources: ['web'],
  optIn: true,
  config: z.object({}),
  create: (_, { http }) => ({
    async search({ text, limit, language, tbs }, signal) {
      const host = `https://${/^[a-z]{2,3}$/.test(language) ? language : 'en'}.wikipedia.org`;
      const url = new URL(`${host}/w/rest.php/v1/search/page`);
      url.searchParams.set('q', text);
      url.searchParams.set('limit', String(Math.min(limit, 100)));
      const answer = await http.fetch(url.href, { signal });
      const { pages } = await readReply(answer, reply, { service: 'Wikipedia' });
      const hits = pages.map(({ key, title, excerpt, description }) => ({
        url: `${host}/wiki/${encodeURIComponent(key)}`,
        title,
        description: [description, excerpt && plainText(excerpt)].filter(Boolean).join('. '),
      }));
      return tbs ? { hits, warning: 'Wikipedia does not support `tbs`, so it was ignored.' } : { hits };
    },
  }),
});

/** Removes the tags that highlight matches. */
const plainText = (html: string): string => unescapeXml(html.replaceAll(/<[^<>]*>/g, '')).trim();
