/** Searchable texts of a page. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  /** Truncated Markdown of its content. */
  readonly text: string;
}

/** A cached page found by a search. */
export interface FoundPage extends PageText {
  readonly url: string;
  readonly cachedAt: string;
}

/** Query over cached pages. */
export interface PageQuery {
  readonly words: readonly string[];
  /** Hosts including their subdomains; an empty list matches all. */
  readonly sites: readonly string[];
}

/** Searches the texts of cached pages. */
export interface PageSearch {
  /** Returns at most `limit` pages that contain some of the words, ignoring case and accents; each URL once, best first. */
  search(query: PageQuery, limit: number): Promise<readonly FoundPage[]>;
}

/** Token of the search over cached pages. */
export const PageSearch = Symbol('PageSearch');
