import {
  AppError,
  defineSearch,
  readReply,
  type SearchHit,
  type SearchQuery,
  spanOf,
  z,
} from '../../core/contract/plugin';

const config = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .describe('URL of the SearXNG server, e.g. http://localhost:8080.')
    .meta({
      environment: 'GLEANER_SEARCH_URL',
    }),
});

const answerSchema = z.object({
  results: z.array(
    z.looseObject({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
      img_src: z.string().nullish(),
      thumbnail: z.string().nullish(),
      resolution: z.string().nullish(),
    }),
  ),
});

const categories = { web: 'general', news: 'news', images: 'images' } as const;
const jsonOff = 'add `json` to `search.formats` in its settings.yml and restart the server';
const advice = {
  // SearXNG responds with this status if its JSON format is disabled.
  403: jsonOff,
  429: 'its rate limit has been reached; turn off its limiter, or wait',
};
/** Maximum number of result pages to request. */
const maxPages = 10;

/** `searxng`: a SearXNG server. */
export default defineSearch({
  id: 'searxng',
  summary: 'Searches the web through a SearXNG server; its JSON format must be enabled.',
  sources: ['web', 'news', 'images'],
  config,
  create: ({ url }, { http }) => ({
    async search(query, signal) {
      const hits = new Map<string, SearchHit>();
      for (let page = 1; page <= maxPages && hits.size < query.limit; page++) {
        const found = await ask(http.fetch(addressOf(url, query, page), { signal, redirect: 'error' }), url);
        const before = hits.size;
        for (const hit of found) if (!hits.has(hit.url)) hits.set(hit.url, hit);
        if (hits.size === before) break;
      }
      const warning = query.location ? 'SearXNG does not support locations, so the location was ignored.' : undefined;
      return { hits: [...hits.values()].slice(0, query.limit), warning };
    },
  }),
});

function addressOf(base: string, { text, source, tbs, language, country }: SearchQuery, page: number): string {
  const address = new URL('search', base.endsWith('/') ? base : `${base}/`);
  const span = spanOf(tbs);
  // SearXNG does not support periods shorter than a day.
  const range = span === 'hour' ? 'day' : span;
  const values = {
    q: text,
    format: 'json',
    categories: categories[source],
    language: `${language}-${country.toUpperCase()}`,
    pageno: String(page),
    ...(range ? { time_range: range } : {}),
  };
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  return address.href;
}

async function ask(asked: Promise<Response>, base: string): Promise<readonly SearchHit[]> {
  const answer = await asked;
  const service = `The SearXNG server at ${base}`;
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  if (answer.ok && !isJson) throw new AppError('SEARCH_FAILED', `${service} does not return JSON; ${jsonOff}.`);
  return (await readReply(answer, answerSchema, { service, advice })).results.map(toHit);
}

function toHit(result: z.output<typeof answerSchema>['results'][number]): SearchHit {
  const { url, title, content, publishedDate, img_src: image, thumbnail, resolution } = result;
  const [, width, height] = /^(\d+)\s*[x×]\s*(\d+)/.exec(resolution ?? '') ?? [];
  return {
    url,
    title: title ?? url,
    ...(content ? { description: content } : {}),
    ...(publishedDate ? { date: publishedDate } : {}),
    ...(image || thumbnail ? { imageUrl: image || thumbnail || '' } : {}),
    ...(width && height ? { imageWidth: Number(width), imageHeight: Number(height) } : {}),
  };
}
