import type { AppError, ErrorCode } from './errors';
import type { RequestedProfile } from './login-profile';
import type { OwnProxy } from './options/own-proxy';
import type { Redaction } from './options/redact-pii';
import type { ThreatProtection } from './options/threat-protection';
import type { PageSession } from './page-session';

/** API version of a request, which determines the form of the response. */
export type ApiVersion = 'v1' | 'v2';

/** A requested format with its options, e.g. `{ type: 'screenshot', fullPage: true }`. */
export interface FormatRequest {
  readonly type: string;
  /**
   * Name of the response field, if it differs from the type. For example, the v1 format `extract` has the type `json`.
   */
  readonly as?: string;
  readonly [option: string]: unknown;
}

/** A requested browser action, e.g. `{ type: 'click', selector: '#more' }`. */
export interface ActionRequest {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An enabled document parser, e.g. `{ type: 'pdf', maxPages: 10 }`. */
export interface ParserRequest {
  readonly type: string;
  readonly [option: string]: unknown;
}

/** Simulated location of the visitor. `country` is an ISO 3166-1 alpha-2 code in upper case. */
export interface ScrapeLocation {
  readonly country?: string;
  readonly languages: readonly string[];
}

/** Proxies to use: basic, stealth, or (`auto`) basic first and stealth if the site refuses the request. */
export type ProxyMode = 'basic' | 'stealth' | 'auto';

/** A validated scrape request with all defaults set. Times are in milliseconds. */
export interface ScrapeSpec {
  readonly url: string;
  /** URL as typed by the caller, if it had no scheme. Returned as `sourceURL`. */
  readonly typedUrl?: string;
  readonly version: ApiVersion;
  readonly formats: readonly FormatRequest[];
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly waitForMs: number;
  /** Timeout of the scrape in ms. The durations of `waitFor` and wait actions are added to it. */
  readonly timeoutMs: number;
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
  readonly parsers: readonly ParserRequest[];
  readonly removeBase64Images: boolean;
  readonly blockAds: boolean;
  readonly proxy: ProxyMode;
  /** Maximum age of a cached copy in ms. With 0, the page is always fetched. */
  readonly maxAgeMs: number;
  /** Minimum age of a cached copy in ms. */
  readonly minAgeMs?: number;
  /** True to respond only from the cache, without sending any requests. */
  readonly lockdown?: boolean;
  /** Proxy given by the caller, used instead of the configured proxies. */
  readonly ownProxy?: OwnProxy;
  readonly threatProtection?: ThreatProtection;
  readonly redactPII?: Redaction;
  /** Warnings about options that have no effect, as sentences. */
  readonly warnings?: readonly string[];
  readonly storeInCache: boolean;
  readonly location?: ScrapeLocation;
  readonly actions: readonly ActionRequest[];
  /** Login profile. It is used only for pages on the sites to which the login applies. */
  readonly profile?: RequestedProfile;
  readonly zeroDataRetention: boolean;
  readonly origin: string;
  readonly integration?: string;
}

/** Name of a kind of job, e.g. `crawl`. Each kind is defined in a file in `core/kinds/handlers`. */
export type JobKind = string;

/** State of a job. `completed`, `failed` and `cancelled` are final. */
export type JobState = 'queued' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** A URL to process in a job, with all the information needed to scrape it. */
export interface Task {
  /** UUID v7. */
  readonly id: string;
  readonly jobId: string;
  readonly kind: JobKind;
  readonly spec: ScrapeSpec;
  /** True if the links on the page are followed. */
  readonly followsLinks: boolean;
  /** True if robots.txt is ignored. */
  readonly ignoresRobots?: boolean;
  /**
   * True for a step in which a model controls the browser. In such a step, the page must not leave its site or submit a
   * POST form.
   */
  readonly isStep?: boolean;
  /** How the page uses the job's session. The first page starts the session, and the other pages share it. */
  readonly session?: 'begin' | 'share';
  /** True for a page that is no longer linked and is known only from an earlier crawl of the site. */
  readonly isUnlinked?: boolean;
  /** Number of hops from the start URL. 0 for start pages and for pages listed in a sitemap. */
  readonly depth: number;
  /** Attempt number, starting at 1. */
  readonly attempt: number;
  /** True when a caller is waiting for the page. Retries must then end within the caller's timeout. */
  readonly isAwaited?: boolean;
  /** Lease on the page's host. Absent if no other process can fetch from the host. */
  readonly hostLease?: HostLease;
  /** Called with the content loaded so far, while the page's actions are still loading more. */
  readonly onPreview?: (document: PageDocument) => void;
  /** File that the caller supplied in place of a page. If set, nothing is fetched. */
  readonly given?: Page;
  /** Receives the progress of text recognition in the page's file. */
  readonly onRecognition?: (progress: RecognitionProgress) => void;
}

/** Progress of text recognition in a file. */
export interface RecognitionProgress {
  /** Number of pages recognized so far. */
  readonly done: number;
  /** Number of pages to recognize. */
  readonly total: number;
}

/** Lease on a host for fetching a page. Needed when several processes fetch from the same host. */
export interface HostLease {
  /**
   * Throws once the lease has expired, because another process may then hold the lease. The error aborts the attempt.
   */
  check(): void;
}

/** IDs of the two fetch engines. */
export type EngineId = 'http' | 'browser';

/** A proxy selected by a proxy plugin. */
export interface ProxyEndpoint {
  /** `http://`, `https://`, `socks4://` or `socks5://` URL, including credentials. */
  readonly url: string;
}

/** Plan for fetching a task's page. It is created once, and then modified by the `plan` hook. */
export interface FetchPlan {
  readonly url: string;
  readonly engine: EngineId;
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly waitForMs: number;
  readonly timeoutMs: number;
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
  readonly blockAds: boolean;
  readonly location?: ScrapeLocation;
  /** IANA time zone that the page sees. Absent if the time zone of the requested country is unknown. */
  readonly timeZone?: string;
  readonly proxyTier: 'basic' | 'stealth';
  readonly ownProxy?: OwnProxy;
  readonly proxy?: ProxyEndpoint;
  readonly actions: readonly ActionRequest[];
  /** Formats whose plugins capture data in the live page (e.g. a screenshot). */
  readonly captures: readonly FormatRequest[];
  /** True when the page must not leave its site or submit a POST form. */
  readonly onlyReads?: boolean;
  /** Session of the page. It provides the initial cookies and local storage, and stores the page's changes to them. */
  readonly session?: PageSession;
  /** ID of the job. Pages of the same job may share one isolated browser context. */
  readonly jobId: string;
  readonly hostLease?: HostLease;
  /**
   * Returns the error for a URL that must not be requested. Also called for redirects and for requests that the page
   * makes.
   */
  readonly refusalOf?: (url: string) => AppError | undefined;
  /** Called with the content loaded so far, while the page's actions are still loading more. */
  readonly onPreview?: (page: Page) => void;
}

/** Bytes to store under `/files/<id>`. */
export interface CapturedFile {
  /** Existing ID of the file, if any. A cached copy retains the ID that the file had in the first response. */
  readonly id?: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Results of the actions in a scrape. Each list is in the order of the actions. */
export interface ActionResults {
  readonly screenshots: readonly CapturedFile[];
  readonly scrapes: readonly { readonly url: string; readonly html: string }[];
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
  readonly pdfs: readonly CapturedFile[];
}

/** A fetched page: status, headers, bytes and final URL. Error pages, e.g. with status 404, also count as pages. */
export interface Page {
  readonly url: string;
  readonly statusCode: number;
  /** Reason phrase for an error status, returned as `metadata.error`. */
  readonly error?: string;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: Uint8Array;
  /** True when `body` is UTF-8 HTML serialized from a live page. */
  readonly rendered: boolean;
  readonly engine: EngineId;
  readonly proxyUsed: 'basic' | 'stealth';
  /** Values captured in the live page, keyed by format. */
  readonly captures: Readonly<Record<string, unknown>>;
  /** Results of the actions. Absent if no actions ran. */
  readonly actions?: ActionResults;
  /** Result of the cache lookup. Present only if the cache was queried. */
  readonly cacheState?: 'hit' | 'miss';
  /** ISO time at which the cached copy was stored. Present when the page came from the cache. */
  readonly cachedAt?: string;
  /** Set when the body was truncated. */
  readonly truncated?: true;
  /** Set when a page that was fetched with a login still requires a login. */
  readonly asksForLogin?: true;
  /** Duration of the fetch in ms. */
  readonly durationMs?: number;
  readonly warnings: readonly string[];
}

/** Metadata of a page in the response. */
export type Metadata = Readonly<Record<string, string | readonly string[] | number | boolean>>;

/** A page and the values derived from it. `values` contains one value per derived format. */
export interface PageDocument {
  readonly page: Page;
  readonly metadata: Metadata;
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * Values computed on the worker thread for formats that are derived on another thread. Keyed by format, then by value
   * name.
   */
  readonly carried: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Data that a format stores for the next scrape of the same URL. */
  readonly kept?: unknown;
  /** Absolute URLs of the links in the unfiltered page. Used to discover pages. */
  readonly links: readonly string[];
  /**
   * Rendering state of the page. `shell`: scripts have not filled the page yet. `waiting`: parts are still loading.
   * `thin`: there is little text, so parts may be missing. `empty`: there is no text.
   */
  readonly renderState: 'full' | 'thin' | 'waiting' | 'shell' | 'empty';
  readonly warnings: readonly string[];
}

/**
 * The document in a response. Contains one field per requested format, the results of actions, metadata and a warning.
 */
export interface WireDocument {
  readonly metadata: Metadata;
  readonly warning?: string;
  readonly [field: string]: unknown;
}

/** Details of the page that a result was derived from. */
export interface ResultPage {
  readonly finalUrl: string;
  readonly statusCode: number;
  /** Title of the page, or the first of several titles. Empty if the page has no title. */
  readonly title: string;
  readonly description?: string;
  /** True when the page came from the cache. */
  readonly cached: boolean;
  /** True when the page was rendered by the browser. */
  readonly rendered: boolean;
  readonly proxyUsed: 'basic' | 'stealth';
  /** Set when a page that was fetched with a login still requires a login. */
  readonly asksForLogin?: true;
  /** Number of pages read from a document such as a PDF. 1 if the content has no pages. */
  readonly pagesRead: number;
}

/** Result for a URL: the document returned to the caller and its cost. */
export interface Result {
  readonly taskId: string;
  readonly jobId: string;
  readonly url: string;
  readonly page: ResultPage;
  readonly document: WireDocument;
  /** Data that a format stores for the next scrape of the same URL. It is not part of the response. */
  readonly kept?: unknown;
  readonly links: readonly string[];
  readonly credits: number;
  readonly finishedAt: string;
}

/** A stage in the processing of a page. */
export type Stage = 'planning' | 'fetching' | 'rendering' | 'reading' | 'deriving' | 'storing';

/** Time spent in each stage of an attempt. */
export interface PageTrace {
  /** Milliseconds per stage, totalled over all fetches of the page. */
  readonly stages: Readonly<Partial<Record<Stage, number>>>;
  /** Error code of a failed attempt. */
  readonly error?: ErrorCode;
}
