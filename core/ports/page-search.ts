/** Searchable text of a page. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  /** Markdown of the page's content, truncated. */
  readonly text: string;
}

/** A cached page found by a search. */
export interface FoundPage extends PageText {
  readonly url: string;
  readonly cachedAt: string;
}

/** Search query over cached pages. */
export interface PageQuery {
  readonly words: readonly string[];
  /** Hosts to search, including their subdomains. An empty list matches all hosts. */
  readonly sites: readonly string[];
}

/** Searches the text of cached pages. */
export interface PageSearch {
  /**
   * Returns at most `limit` pages that contain any of the words, best matches first. Ignores case and accents. Returns
   * each URL only once.
   */
  search(query: PageQuery, limit: number): Promise<readonly FoundPage[]>;
}

/** Injection token for the cached-page search. */
export const PageSearch = Symbol('PageSearch');
