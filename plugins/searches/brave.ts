import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import {
  defineSearch,
  readReply,
  type SearchHit,
  type SearchQuery,
  serviceFields,
  spanOf,
  z,
} from '../../core/contract/plugin';

const result = z.looseObject({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  age: z.string().nullish(),
  page_age: z.string().nullish(),
  thumbnail: z.looseObject({ src: z.string().nullish() }).nullish(),
  properties: z
    .looseObject({ url: z.string().nullish(), width: z.number().nullish(), height: z.number().nullish() })
    .nullish(),
});
const results = z.array(result).default([]);
const answers = {
  web: z.looseObject({ web: z.looseObject({ results }).optional() }),
  listed: z.looseObject({ results }),
};

const freshness: Readonly<Record<string, string>> = { hour: 'pd', day: 'pd', week: 'pw', month: 'pm', year: 'py' };
/** Maximum number of results per call. */
const pageSizes = { web: 20, news: 50, images: 100 } as const;
/** Maximum page offset. */
const maxOffset = 9;

/** `brave`: the Brave Search API. Requires an API key. */
export default defineSearch({
  id: 'brave',
  summary: 'Searches the web, news and images through Brave Search; requires a key.',
  sources: ['web', 'news', 'images'],
  config: z.object(serviceFields('https://api.search.brave.com/res/v1')),
  create: ({ apiKey, baseUrl }, { http }) => ({
    async search(query, signal) {
      const headers = { accept: 'application/json', 'x-subscription-token': apiKey };
      const hits = new Map<string, SearchHit>();
      const pages = query.source === 'images' ? 1 : maxOffset + 1;
      for (let page = 0; page < pages && hits.size < query.limit; page++) {
        const address = addressOf(baseUrl, query, page);
        const answer = await http.fetch(address, { headers, signal, redirect: 'error' });
        const found = await hitsOf(answer, query);
        for (const hit of found) if (!hits.has(hit.url)) hits.set(hit.url, hit);
        if (found.length < countOf(query)) break;
      }
      const warning = query.location
        ? 'Brave Search does not support locations, so the location was ignored.'
        : undefined;
      return { hits: [...hits.values()].slice(0, query.limit), warning };
    },
  }),
});

const countOf = ({ source, limit }: SearchQuery): number => Math.min(limit, pageSizes[source]);

function addressOf(base: string, query: SearchQuery, page: number): string {
  const { text, source, tbs, language, country } = query;
  const age = source === 'images' ? undefined : freshness[spanOf(tbs) ?? ''];
  const values = {
    q: text,
    count: String(countOf(query)),
    country: country.toUpperCase(),
    search_lang: language,
    ...(page > 0 ? { offset: String(page) } : {}),
    ...(age ? { freshness: age } : {}),
  };
  return `${base}/${source}/search?${new URLSearchParams(values)}`;
}

async function hitsOf(answer: Response, { source }: SearchQuery): Promise<readonly SearchHit[]> {
  const from = {
    service: 'Brave Search',
    // Brave responds to an invalid key with status 422.
    advice: { 422: 'enter its key again in Settings, and check language and country' },
  };
  if (source !== 'web') return (await readReply(answer, answers.listed, from)).results.map(toHit);
  return ((await readReply(answer, answers.web, from)).web?.results ?? []).map(toHit);
}

function toHit({ url, title, description, age, page_age, thumbnail, properties }: z.output<typeof result>): SearchHit {
  const [date, imageUrl] = [page_age ?? age, properties?.url ?? thumbnail?.src];
  const { width, height } = properties ?? {};
  return {
    url,
    title: title ? plain(title) : url,
    ...(description ? { description: plain(description) } : {}),
    ...(date ? { date } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    ...(width && height ? { imageWidth: width, imageHeight: height } : {}),
  };
}

/** Removes the HTML tags that highlight matching words. */
const plain = (html: string): string => textContent(parseDocument(html)).trim();
