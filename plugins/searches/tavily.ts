import {
  defineSearch,
  readReply,
  type SearchHit,
  type SearchQuery,
  serviceFields,
  spanOf,
  z,
} from '../../core/contract/plugin';

const answerSchema = z.looseObject({
  results: z
    .array(
      z.looseObject({
        url: z.string(),
        title: z.string().nullish(),
        content: z.string().nullish(),
        published_date: z.string().nullish(),
      }),
    )
    .default([]),
  images: z
    .array(z.union([z.string(), z.looseObject({ url: z.string(), description: z.string().nullish() })]))
    .default([]),
});

/** Maximum number of results per call. Tavily does not support paging. */
const maxResults = 20;

/** `tavily`: the Tavily search API. Requires an API key. */
export default defineSearch({
  id: 'tavily',
  summary: 'Searches the web, news and images through Tavily; requires a key.',
  sources: ['web', 'news', 'images'],
  config: z.object(serviceFields('https://api.tavily.com')),
  create: ({ apiKey, baseUrl }, { http }) => ({
    async search(query, signal) {
      const answer = await http.fetch(`${baseUrl}/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(query)),
        redirect: 'error',
        signal,
      });
      const advice = {
        432: 'its key has reached the limit of its plan',
        433: 'its key has reached its spending limit',
      };
      const { results, images } = await readReply(answer, answerSchema, { service: 'Tavily', advice });
      const hits = query.source === 'images' ? images.map(toImage) : results.map(toHit);
      return { hits: hits.slice(0, query.limit), warning: warningOf(query) };
    },
  }),
});

function bodyOf({ text, source, limit, tbs }: SearchQuery) {
  const span = spanOf(tbs);
  return {
    query: text,
    topic: source === 'news' ? 'news' : 'general',
    max_results: Math.min(limit, maxResults),
    // Tavily does not support periods shorter than a day.
    ...(span ? { time_range: span === 'hour' ? 'day' : span } : {}),
    ...(source === 'images' ? { include_images: true, include_image_descriptions: true } : {}),
  };
}

function warningOf({ limit, language, country, location }: SearchQuery): string | undefined {
  const isForeign = language !== 'en' || country !== 'us';
  const unused = [...(isForeign ? ['language and country'] : []), ...(location ? ['location'] : [])].join(' and ');
  const sentences = [
    ...(limit > maxResults ? [`Tavily returns at most ${maxResults} results.`] : []),
    ...(unused ? [`Tavily does not support ${unused}, so it was ignored.`] : []),
  ];
  return sentences.join(' ') || undefined;
}

function toHit({ url, title, content, published_date: date }: z.output<typeof answerSchema>['results'][number]) {
  return { url, title: title || url, ...(content ? { description: content } : {}), ...(date ? { date } : {}) };
}

/** Converts an image result. Tavily does not return the URL of the page that contains the image. */
function toImage(image: z.output<typeof answerSchema>['images'][number]): SearchHit {
  const { url, description } = typeof image === 'string' ? { url: image, description: undefined } : image;
  return { url, title: description || url, imageUrl: url };
}
