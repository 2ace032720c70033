import type { WebhookSpec } from './job';
import type { ActionRequest, ApiVersion, ScrapeLocation, ScrapeSpec } from './model';
import type { Recipe } from './recipe';
import type { SearchQuery } from './search-query';

/** What a job does with sitemaps: use them and follow links, leave them alone, or use nothing else. */
export type SitemapMode = 'include' | 'skip' | 'only';

/** What every job request carries besides its own options. */
export interface RequestFacts {
  readonly version: ApiVersion;
  /** Who sent the request; free text. */
  readonly origin: string;
  readonly integration?: string;
}

/** Which URLs a crawl takes. */
export interface ScopeRules {
  /** Regular expressions, searched in the pathname (or the whole URL); when given, one must match. */
  readonly includePaths: readonly string[];
  /** Regular expressions; none may match. */
  readonly excludePaths: readonly string[];
  /** Search both lists in the whole URL instead of the pathname. */
  readonly regexOnFullURL: boolean;
  readonly crawlEntireDomain: boolean;
  readonly allowExternalLinks: boolean;
  readonly allowSubdomains: boolean;
  /** v1 only: most path segments a URL may have. */
  readonly maxDepth?: number;
  /** Hops from the start; a page that far away contributes no links. */
  readonly maxDiscoveryDepth?: number;
}

/** When two addresses are one page. */
export interface IdentityRules {
  readonly ignoreQueryParameters: boolean;
  /** http and https, www, a trailing slash and index files make no difference. */
  readonly deduplicateSimilarURLs: boolean;
}

/** How a job treats robots.txt. */
export interface RobotsRulesChoice {
  readonly ignoreRobotsTxt: boolean;
  /** Product name to look for in robots.txt instead of Gleaner's own. */
  readonly robotsUserAgent?: string;
}

/** A validated crawl request with every default filled in. Plain JSON, so that it can be stored with the job. */
export interface CrawlSpec extends RequestFacts, ScopeRules, IdentityRules, RobotsRulesChoice {
  readonly url: string;
  /** Text to make options of. */
  readonly prompt?: string;
  readonly sitemap: SitemapMode;
  /** Most pages of the crawl, the start page included. */
  readonly limit: number;
  /** Pause after each page; pages then come one by one unless `maxConcurrency` says otherwise. */
  readonly delaySeconds?: number;
  readonly maxConcurrency?: number;
  readonly webhook?: WebhookSpec;
  /** Options of every page; its `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
  /** Names of the options the caller wrote down; those made of a prompt never replace them. */
  readonly given: readonly string[];
}

/** A validated batch request. */
export interface BatchSpec extends RequestFacts {
  readonly urls: readonly string[];
  /** What was left out as no address; absent when invalid addresses are an error. */
  readonly invalidURLs?: readonly string[];
  /** Batch that takes the URLs in instead of a new one. */
  readonly appendToId?: string;
  readonly maxConcurrency?: number;
  readonly webhook?: WebhookSpec;
  /** Options of every page; its `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated map request. */
export interface MapSpec extends RequestFacts, ScopeRules, IdentityRules, RobotsRulesChoice {
  readonly url: string;
  /** Words to rank the addresses by. */
  readonly search?: string;
  readonly sitemap: SitemapMode;
  readonly includeSubdomains: boolean;
  readonly limit: number;
  readonly timeoutMs?: number;
  /** Leave out addresses that are not below the path of `url`. */
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
  /** What of the request was left out, in one sentence. */
  readonly warning: string | undefined;
  readonly timeoutMs: number;
  /** Leave out results that are no address instead of failing. */
  readonly ignoreInvalidURLs: boolean;
  /** Options of every result that is scraped; without formats none is. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated agent request. */
export interface AgentSpec extends RequestFacts {
  readonly prompt: string;
  readonly urls: readonly string[];
  /** JSON schema of the answer. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Most credits the run may use; that of the profile when absent. */
  readonly maxCredits?: number;
  /** Read nothing but the given addresses. */
  readonly strictConstrainToURLs: boolean;
  /** Name of a model profile. */
  readonly profile: 'spark-1-mini' | 'spark-1-pro';
  readonly webhook?: WebhookSpec;
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** An address of an extract request: a page, or with `isSite` every page that can be found below it. */
export interface ExtractTarget {
  readonly url: string;
  readonly isSite: boolean;
}

/** A validated extract request. */
export interface ExtractSpec extends RequestFacts {
  readonly targets: readonly ExtractTarget[];
  /** What was left out as no address; absent when invalid addresses are an error. */
  readonly invalidURLs?: readonly string[];
  readonly prompt?: string;
  /** JSON schema of the answer. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Most pages read of each site. */
  readonly limit: number;
  readonly ignoreSitemap: boolean;
  readonly includeSubdomains: boolean;
  readonly allowExternalLinks: boolean;
  readonly enableWebSearch: boolean;
  readonly showSources: boolean;
  /** Name of the recipe that reads pages where it can, or `auto`. */
  readonly recipe?: string;
  /** Model profile of a request that names an agent. */
  readonly profile?: 'FIRE-1';
  /** Read the pages by rules alone. */
  readonly withoutModel: boolean;
  readonly webhook?: WebhookSpec;
  /** Options of every page; its `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}

/** A validated table request. */
export interface TableSpec extends RequestFacts {
  /** First page of the list. */
  readonly url: string;
  /** The recipe, or the name of a saved one. */
  readonly recipe: string | Recipe;
  /** What leads from `url` to the list. */
  readonly actions: readonly ActionRequest[];
  /** Most pages that are read. */
  readonly limit: number;
  readonly webhook?: WebhookSpec;
  /** Options of every page; its `url` is empty. */
  readonly scrape: ScrapeSpec;
  readonly zeroDataRetention: boolean;
}
