import { defineSearch, readReply, z } from '@gleaner/plugin';

const reply = z.object({
  items: z.array(z.object({ link: z.string(), name: z.string(), text: z.string().optional() })),
});

/** `my-plugin`: sends search queries to a JSON API. Replace the URL and fields, and list the host in the manifest. */
export default defineSearch({
  id: 'my-plugin',
  summary: 'Searches the web through the API of example.com.',
  sources: ['web'],
  config: z.object({}),
  create: (_, { http }) => ({
    async search({ text, limit }, signal) {
      const url = new URL('https://api.example.com/search');
      url.searchParams.set('q', text);
      url.searchParams.set('count', String(limit));
      const { items } = await readReply(await http.fetch(url.href, { signal }), reply, { service: 'Example' });
      const hits = items.map(({ link, name, text: description }) => ({ url: link, title: name, description }));
      return { hits: hits.slice(0, limit) };
    },
  }),
});
