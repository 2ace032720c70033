import type { WebhookSpec } from './job';
import type { ActionRequest, ApiVersion, ScrapeLocation, ScrapeSpec } from './model';
import type { Recipe } from './recipe';
import type { ColumnChoice } from './rows';
import type { SearchCategory, SearchQuery } from './search-query';

/** How a job uses sitemaps: in addition to links, not at all, or exclusively. */
export type SitemapMode = 'include' | 'skip' | 'only';

/** Fields common to all job requests. */
export interface RequestFacts {
  readonly version: ApiVersion;
  /** Sender of the request, as free text. */
  readonly origin: string;
  readonly integration?: string;
}

/** Options specific to a kind of job, as stored with the job. The omitted fields are stored separately. */
export type StoredOptions<Spec> = Omit<Spec, 'scrape' | 'webhook' | 'zeroDataRetention'>;

/** Rules for selecting the URLs that a crawl visits. */
export interface ScopeRules {
  /** Regular expressions tested against the pathname (or the whole URL). If any are given, at least one must match. */
  readonly includePaths: readonly string[];
  /** Regular expressions. URLs that match any of them are excluded. */
  readonly excludePaths: readonly string[];
  /** True to test `includePaths` and `excludePaths` against the whole URL instead of the pathname. */
  readonly regexOnFullURL: boolean;
  readonly crawlEntireDomain: boolean;
  readonly allowExternalLinks: boolean;
  readonly allowSubdomains: boolean;
  /** v1 only: maximum number of path segments of a URL. */
  readonly maxDepth?: number;
  /** Maximum number of hops from the start URL. Links on pages at this depth are not followed. */
  readonly maxDiscoveryDepth?: number;
}

/** Rules for deciding whether two URLs identify the same page. */
export interface IdentityRules {
  readonly ignoreQueryParameters: boolean;
  /** True to ignore differences in scheme (http/https), `www.`, trailing slashes and index files. */
  readonly deduplicateSimilarURLs: boolean;
}

/** Options that control how a job handles robots.txt. */
export interface RobotsRulesChoice {
  readonly ignoreRobotsTxt: boolean;
  /** Product token to look for in robots.txt instead of Gleaner's own tokens. */
  readonly robotsUserAgent?: string;
}

/** A validated crawl request with all defaults set. Plain JSON, so it can be stored with the job. */
export interface CrawlSpec extends RequestFacts, ScopeRules, IdentityRules, RobotsRulesChoice {
  readonly url: string;
  /** Prompt from which options are derived. */
  readonly prompt?: string;
  readonly sitemap: SitemapMode;
  /** Maximum number of pages, including the start page. */
  readonly limit: number;
  /** Delay after each page, in seconds. Limits the crawl to one page at a time, unless `maxConcurrency` is set. */
  readonly delaySeconds?: number;
  readonly maxConcurrency?: number;
  readonly webhook?: WebhookSpec;
  /** Scrape options for every page. `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
  /** Names of the options that the caller set. Options derived from a prompt never override these options. */
  readonly given: readonly string[];
}

/** A validated batch request. */
export interface BatchSpec extends RequestFacts {
  readonly urls: readonly string[];
  /** Column that contains the URLs, in the rows of a finished job. Set if the request contains no `urls`. */
  readonly urlsFrom?: ColumnChoice;
  /** Invalid URLs that were skipped. Absent if `ignoreInvalidURLs` is false. */
  readonly invalidURLs?: readonly string[];
  /** ID of the batch to append the URLs to. Absent for a new batch. */
  readonly appendToId?: string;
  readonly maxConcurrency?: number;
  readonly webhook?: WebhookSpec;
  /** Scrape options for every page. `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated map request. */
export interface MapSpec extends RequestFacts, ScopeRules, IdentityRules, RobotsRulesChoice {
  readonly url: string;
  /** Words used to rank the URLs. */
  readonly search?: string;
  readonly sitemap: SitemapMode;
  readonly includeSubdomains: boolean;
  readonly limit: number;
  readonly timeoutMs?: number;
  /** True to exclude URLs that are not below the path of `url`. */
  readonly filterByPath: boolean;
  /** Headers for the start page, and for sitemaps with the same origin. */
  readonly headers: Readonly<Record<string, string>>;
  readonly location?: ScrapeLocation;
}

/** A validated request to preview the crawl options derived from a prompt. */
export interface ParamsPreviewSpec {
  readonly url: string;
  readonly prompt: string;
}

/** A validated search request. */
export interface SearchSpec extends RequestFacts {
  readonly queries: readonly SearchQuery[];
  /** The caller's query, without the operators that Gleaner adds. */
  readonly words: string;
  /** Domains that results must belong to. If empty, every domain is allowed. */
  readonly includeDomains: readonly string[];
  /** Domains that results must not belong to. */
  readonly excludeDomains: readonly string[];
  readonly categories: readonly SearchCategory[];
  /** True to replace each scraped page's description with the passage that best matches the query. */
  readonly highlights: boolean;
  /** Warning about ignored parts of the request, in one sentence. */
  readonly warning: string | undefined;
  readonly timeoutMs: number;
  /** True to omit results whose pages cannot be scraped. */
  readonly ignoreInvalidURLs: boolean;
  /** Scrape options for every result. Without formats, no result is scraped. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated agent request. */
export interface AgentSpec extends RequestFacts {
  readonly prompt: string;
  readonly urls: readonly string[];
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Maximum number of credits. Defaults to the profile's maximum. */
  readonly maxCredits?: number;
  /** True to read only the given URLs. */
  readonly strictConstrainToURLs: boolean;
  readonly profile: 'spark-1-mini' | 'spark-1-pro';
  /** Model named by the caller. With `spark-2`, `effort` determines the profile. */
  readonly model?: string;
  readonly effort?: 'low' | 'medium' | 'high';
  /** In `chat` mode, the result also contains a written answer. */
  readonly mode?: 'extract' | 'chat';
  /** Thread that the run continues or starts. */
  readonly threadId?: string;
  /** Number of the run within its thread, starting at 1. */
  readonly threadTurn?: number;
  readonly webhook?: WebhookSpec;
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A URL in an extract request: a single page or, with `isSite`, every page found below it. */
export interface ExtractTarget {
  readonly url: string;
  readonly isSite: boolean;
}

/** A validated extract request. */
export interface ExtractSpec extends RequestFacts {
  readonly targets: readonly ExtractTarget[];
  /** Invalid URLs that were skipped. Absent if `ignoreInvalidURLs` is false. */
  readonly invalidURLs?: readonly string[];
  readonly prompt?: string;
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Maximum number of pages per site. */
  readonly limit: number;
  readonly ignoreSitemap: boolean;
  readonly includeSubdomains: boolean;
  readonly allowExternalLinks: boolean;
  readonly enableWebSearch: boolean;
  readonly showSources: boolean;
  /** Name of the recipe to use on pages that it matches, or `auto` to select a matching recipe for each page. */
  readonly recipe?: string;
  /** Model profile, if the request names an agent. */
  readonly profile?: 'FIRE-1';
  /** True to extract values by rules, without a model. */
  readonly withoutModel: boolean;
  readonly webhook?: WebhookSpec;
  /** Scrape options for every page. `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated table request. */
export interface TableSpec extends RequestFacts {
  /** URL of the first page of the list. */
  readonly url: string;
  /** The recipe itself, or the name of a saved recipe. */
  readonly recipe: string | Recipe;
  /** Actions to perform on the page at `url` to reach the list. */
  readonly actions: readonly ActionRequest[];
  /** Maximum number of pages. */
  readonly limit: number;
  readonly webhook?: WebhookSpec;
  /** Scrape options for every page. `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}
