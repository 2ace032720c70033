/** What kind of results a search gives. */
export type SearchSource = 'web' | 'news' | 'images';

/** What is searched for. */
export interface SearchQuery {
  /** Words and operators, as a person would type them. */
  readonly text: string;
  readonly source: SearchSource;
  /** Most results that are wanted, 1–100. */
  readonly limit: number;
  /** How old results may be, e.g. `qdr:d` for a day; h, d, w, m and y are known. */
  readonly tbs?: string;
  readonly filter?: string;
  /** Two-letter language. */
  readonly language: string;
  /** Two-letter country, lower case. */
  readonly country: string;
  /** A place in plain words. */
  readonly location?: string;
}
