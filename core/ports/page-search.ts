/** A page as searches see it. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  /** Markdown of its content, cut. */
  readonly text: string;
}

/** A cached page that a search has found. */
export interface FoundPage extends PageText {
  readonly url: string;
  readonly cachedAt: string;
}

/** What a search through cached pages looks for. */
export interface PageQuery {
  readonly words: readonly string[];
  /** Hosts, with those below them; none are all. */
  readonly sites: readonly string[];
}

/** Searches the texts of cached pages. */
export interface PageSearch {
  /** Pages that hold some of the words, in any case and with or without accents, each address once, the best first; at most `limit`. */
  search(query: PageQuery, limit: number): Promise<readonly FoundPage[]>;
}

/** Token of the search through cached pages. */
export const PageSearch = Symbol('PageSearch');
