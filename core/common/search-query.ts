/** Kind of search results. */
export type SearchSource = 'web' | 'news' | 'images';

/** Category that the results are limited to. */
export type SearchCategory = 'github' | 'research' | 'pdf' | 'developer';

/** A query to a search service. */
export interface SearchQuery {
  /** Search words and operators, as a user would type them. */
  readonly text: string;
  readonly source: SearchSource;
  /** Maximum number of results, 1–100. */
  readonly limit: number;
  /** Maximum age of the results, e.g. `qdr:d` for a day. Supports h, d, w, m and y. */
  readonly tbs?: string;
  readonly filter?: string;
  /** Two-letter language code. */
  readonly language: string;
  /** Two-letter country code in lower case. */
  readonly country: string;
  readonly location?: string;
}
