import type { WebhookSpec } from './job';
import type { ActionRequest, ApiVersion, ScrapeLocation, ScrapeSpec } from './model';
import type { Recipe } from './recipe';
import type { SearchCategory, SearchQuery } from './search-query';

/** Use of sitemaps by a job: follow them and links, ignore them, or use only them. */
export type SitemapMode = 'include' | 'skip' | 'only';

/** Fields of every job request besides its own options. */
export interface RequestFacts {
  readonly version: ApiVersion;
  /** Sender of the request; free text. */
  readonly origin: string;
  readonly integration?: string;
}

/** The options of a kind as they are stored with its jobs: other parts of the request have fields of their own there. */
export type StoredOptions<Spec> = Omit<Spec, 'scrape' | 'webhook' | 'zeroDataRetention'>;

/** Which URLs a crawl takes. */
export interface ScopeRules {
  /** Regular expressions searched in the pathname (or the whole URL); when given, one must match. */
  readonly includePaths: readonly string[];
  /** Regular expressions of which none may match. */
  readonly excludePaths: readonly string[];
  /** True to search both lists in the whole URL instead of the pathname. */
  readonly regexOnFullURL: boolean;
  readonly crawlEntireDomain: boolean;
  readonly allowExternalLinks: boolean;
  readonly allowSubdomains: boolean;
  /** v1 only: maximum number of path segments of a URL. */
  readonly maxDepth?: number;
  /** Maximum number of hops from the start; the links of a page at that distance are not followed. */
  readonly maxDiscoveryDepth?: number;
}

/** Rules for when two URLs are the same page. */
export interface IdentityRules {
  readonly ignoreQueryParameters: boolean;
  /** True to ignore differences in http/https, www, trailing slash and index files. */
  readonly deduplicateSimilarURLs: boolean;
}

/** Use of robots.txt by a job. */
export interface RobotsRulesChoice {
  readonly ignoreRobotsTxt: boolean;
  /** Product name to match in robots.txt instead of Gleaner's own. */
  readonly robotsUserAgent?: string;
}

/** A validated crawl request with all defaults set. Plain JSON, so that it can be stored with the job. */
export interface CrawlSpec extends RequestFacts, ScopeRules, IdentityRules, RobotsRulesChoice {
  readonly url: string;
  /** Prompt to derive options from. */
  readonly prompt?: string;
  readonly sitemap: SitemapMode;
  /** Maximum number of pages, including the start page. */
  readonly limit: number;
  /** Delay after each page, seconds; pages are then fetched one at a time unless `maxConcurrency` is set. */
  readonly delaySeconds?: number;
  readonly maxConcurrency?: number;
  readonly webhook?: WebhookSpec;
  /** Options of every page; `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
  /** Names of the options that the caller gave explicitly; options derived from a prompt never override them. */
  readonly given: readonly string[];
}

/** A validated batch request. */
export interface BatchSpec extends RequestFacts {
  readonly urls: readonly string[];
  /** Skipped invalid URLs; absent when invalid URLs are an error. */
  readonly invalidURLs?: readonly string[];
  /** Batch that receives the URLs instead of a new one. */
  readonly appendToId?: string;
  readonly maxConcurrency?: number;
  readonly webhook?: WebhookSpec;
  /** Options of every page; `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated map request. */
export interface MapSpec extends RequestFacts, ScopeRules, IdentityRules, RobotsRulesChoice {
  readonly url: string;
  /** Words by which the URLs are ranked. */
  readonly search?: string;
  readonly sitemap: SitemapMode;
  readonly includeSubdomains: boolean;
  readonly limit: number;
  readonly timeoutMs?: number;
  /** True to exclude URLs that are not below the path of `url`. */
  readonly filterByPath: boolean;
  readonly location?: ScrapeLocation;
}

/** A validated request for a preview of crawl options. */
export interface ParamsPreviewSpec {
  readonly url: string;
  readonly prompt: string;
}

/** A validated search request. */
export interface SearchSpec extends RequestFacts {
  readonly queries: readonly SearchQuery[];
  /** Words of the request, without operators that were added. */
  readonly words: string;
  /** Domains that results must be of; any when empty. */
  readonly includeDomains: readonly string[];
  /** Domains that results must not be of. */
  readonly excludeDomains: readonly string[];
  readonly categories: readonly SearchCategory[];
  /** True to describe read pages by the passage that fits the query best. */
  readonly highlights: boolean;
  /** Warning about ignored parts of the request, as one sentence. */
  readonly warning: string | undefined;
  readonly timeoutMs: number;
  /** True to skip results without a valid URL instead of failing. */
  readonly ignoreInvalidURLs: boolean;
  /** Options of every scraped result; without formats none is scraped. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated agent request. */
export interface AgentSpec extends RequestFacts {
  readonly prompt: string;
  readonly urls: readonly string[];
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Maximum number of credits; defaults to that of the profile. */
  readonly maxCredits?: number;
  /** True to read only the given URLs. */
  readonly strictConstrainToURLs: boolean;
  readonly profile: 'spark-1-mini' | 'spark-1-pro';
  /** Model that the caller named; `spark-2` selects a profile by effort. */
  readonly model?: string;
  readonly effort?: 'low' | 'medium' | 'high';
  /** `chat` answers in words, too. */
  readonly mode?: 'extract' | 'chat';
  /** Thread that the run continues, or begins. */
  readonly threadId?: string;
  /** Place of the run in its thread, from 1. */
  readonly threadTurn?: number;
  readonly webhook?: WebhookSpec;
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A URL of an extract request: a page, or with `isSite` every page that can be found below it. */
export interface ExtractTarget {
  readonly url: string;
  readonly isSite: boolean;
}

/** A validated extract request. */
export interface ExtractSpec extends RequestFacts {
  readonly targets: readonly ExtractTarget[];
  /** Skipped invalid URLs; absent when invalid URLs are an error. */
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
  /** Name of the recipe that reads pages where possible, or `auto`. */
  readonly recipe?: string;
  /** Model profile of a request that names an agent. */
  readonly profile?: 'FIRE-1';
  /** True to read the pages by rules alone. */
  readonly withoutModel: boolean;
  readonly webhook?: WebhookSpec;
  /** Options of every page; `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated table request. */
export interface TableSpec extends RequestFacts {
  /** First page of the list. */
  readonly url: string;
  /** The recipe, or the name of a saved recipe. */
  readonly recipe: string | Recipe;
  /** Actions that lead from `url` to the list. */
  readonly actions: readonly ActionRequest[];
  /** Maximum number of pages. */
  readonly limit: number;
  readonly webhook?: WebhookSpec;
  /** Options of every page; `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}
