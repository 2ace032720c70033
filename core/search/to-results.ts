import type { SearchSource } from '../common/search-query';
import type { SearchHit } from '../search-plugin';

/** The results of one source, as they leave. */
export interface FoundPages {
  readonly source: SearchSource;
  readonly results: readonly Readonly<Record<string, unknown>>[];
  /** Pages that were scraped. */
  readonly pages: number;
  readonly credits: number;
  readonly warnings: readonly string[];
}

/** The results in the words of the API, which differ by source. */
export function toResults(hits: readonly SearchHit[], source: SearchSource): FoundPages['results'] {
  return hits.map(({ url, title, description, date, imageUrl, imageWidth, imageHeight }, index) => {
    const position = index + 1;
    if (source === 'images') return { title, imageUrl, imageWidth, imageHeight, url, position };
    if (source === 'news') return { title, url, snippet: description, date, imageUrl, position };
    return { url, title, description, position };
  });
}
