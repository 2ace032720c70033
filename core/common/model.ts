import type { ErrorCode } from './errors';
import type { RequestedProfile } from './login-profile';
import type { OwnProxy } from './options/own-proxy';
import type { Redaction } from './options/redact-pii';
import type { ThreatProtection } from './options/threat-protection';
import type { PageSession } from './page-session';

/** API version of a request; it determines names in the response, never the work. */
export type ApiVersion = 'v1' | 'v2';

/** A requested format with its options, e.g. `{ type: 'screenshot', fullPage: true }`. */
export interface FormatRequest {
  readonly type: string;
  /** Field of the response when it differs from the type (v1 `extract` is answered by `json`). */
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

/** Simulated location of the reader. `country` is ISO 3166 alpha-2 in upper case. */
export interface ScrapeLocation {
  readonly country?: string;
  readonly languages: readonly string[];
}

/** Proxy mode of outgoing requests. */
export type ProxyMode = 'basic' | 'stealth' | 'auto';

/** A validated scrape request with all defaults set. Times are milliseconds. */
export interface ScrapeSpec {
  readonly url: string;
  /** URL as typed by the caller, when it had no scheme; the `sourceURL` of the response. */
  readonly typedUrl?: string;
  readonly version: ApiVersion;
  readonly formats: readonly FormatRequest[];
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly waitForMs: number;
  /** Timeout of the scrape itself; waits and waitFor extend the caller's HTTP budget. */
  readonly timeoutMs: number;
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
  readonly parsers: readonly ParserRequest[];
  readonly removeBase64Images: boolean;
  readonly blockAds: boolean;
  readonly proxy: ProxyMode;
  /** Maximum age of a cached copy; 0 never reads the cache. */
  readonly maxAgeMs: number;
  /** Minimum age of a cached copy. */
  readonly minAgeMs?: number;
  /** True when nothing may be requested: only a cached copy will do. */
  readonly lockdown?: boolean;
  /** Proxy of the caller, used in place of the configured ones. */
  readonly ownProxy?: OwnProxy;
  readonly threatProtection?: ThreatProtection;
  readonly redactPII?: Redaction;
  /** Sentences on options that have no effect. */
  readonly warnings?: readonly string[];
  readonly storeInCache: boolean;
  readonly location?: ScrapeLocation;
  readonly actions: readonly ActionRequest[];
  /** Login used to fetch pages of its sites. */
  readonly profile?: RequestedProfile;
  readonly zeroDataRetention: boolean;
  readonly origin: string;
  readonly integration?: string;
}

/** Name of a kind of job, e.g. `crawl`; each kind is one file in `core/kinds/handlers`. */
export type JobKind = string;

/** State of a job; `completed`, `failed` and `cancelled` are final. */
export type JobState = 'queued' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** A URL of a job, with everything needed to scrape it. */
export interface Task {
  /** UUID v7. */
  readonly id: string;
  readonly jobId: string;
  readonly kind: JobKind;
  readonly spec: ScrapeSpec;
  /** True when the links of the page are followed. */
  readonly followsLinks: boolean;
  /** True for a step that controls the browser autonomously: the page may neither leave its site nor submit a form by POST. */
  readonly isStep?: boolean;
  /** Relation of the page to its job's session: the first page begins one, the others share it. */
  readonly session?: 'begin' | 'share';
  /** True for a page known only from an earlier crawl of the site: no page links to it any more. */
  readonly isUnlinked?: boolean;
  /** Number of hops from the start URL; 0 for start and sitemap pages. */
  readonly depth: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** True when a caller waits for the page, so that further attempts must fit into its timeout. */
  readonly isAwaited?: boolean;
  /** Absent where no other process may ask the host. */
  readonly hostLease?: HostLease;
  /** The caller's own file in place of a page: nothing is fetched. */
  readonly given?: Page;
}

/** Lease of a host for a page, when several processes fetch from the host. */
export interface HostLease {
  /** Throws, and ends the page, once the lease has expired: another process may hold the host by then. */
  check(): void;
}

/** IDs of the two engines. */
export type EngineId = 'http' | 'browser';

/** A proxy selected by a proxy plugin. */
export interface ProxyEndpoint {
  /** `http://`, `https://`, `socks4://` or `socks5://` URL, including credentials. */
  readonly url: string;
}

/** How a task is fetched; created once and modified by the `plan` hook. */
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
  /** IANA time zone of the page, when a location was requested. */
  readonly timeZone?: string;
  readonly proxyTier: 'basic' | 'stealth';
  readonly ownProxy?: OwnProxy;
  readonly proxy?: ProxyEndpoint;
  readonly actions: readonly ActionRequest[];
  /** Formats whose plugin captures something in the live page (e.g. a screenshot). */
  readonly captures: readonly FormatRequest[];
  /** True when the page may neither leave its site nor submit a form by POST. */
  readonly onlyReads?: boolean;
  /** Session with the initial cookies and local storage, which also receives the page's changes. */
  readonly session?: PageSession;
  /** Job whose pages may share an isolated browser context. */
  readonly jobId: string;
  readonly hostLease?: HostLease;
}

/** Bytes to store under `/files/<id>`. */
export interface CapturedFile {
  /** Existing ID of the file: a copy from the cache keeps that of the first response. */
  readonly id?: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Results of the actions of a scrape, each list in action order. */
export interface ActionResults {
  readonly screenshots: readonly CapturedFile[];
  readonly scrapes: readonly { readonly url: string; readonly html: string }[];
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
  readonly pdfs: readonly CapturedFile[];
}

/** A fetched page: status, headers, bytes and final URL. A 404 page is still a page. */
export interface Page {
  readonly url: string;
  readonly statusCode: number;
  /** Reason phrase of an error status, for `metadata.error`. */
  readonly error?: string;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: Uint8Array;
  /** True when `body` is UTF-8 HTML serialized from a live page. */
  readonly rendered: boolean;
  readonly engine: EngineId;
  readonly proxyUsed: 'basic' | 'stealth';
  /** Values captured in the live page, by format type. */
  readonly captures: Readonly<Record<string, unknown>>;
  /** Present when actions ran. */
  readonly actions?: ActionResults;
  /** Present only when the cache was queried. */
  readonly cacheState?: 'hit' | 'miss';
  /** ISO time of the copy, when it came from the cache. */
  readonly cachedAt?: string;
  /** Set when the body was truncated. */
  readonly truncated?: true;
  /** Set when the page requires a login although it was fetched with one. */
  readonly asksForLogin?: true;
  /** Duration of the fetch, ms. */
  readonly durationMs?: number;
  readonly warnings: readonly string[];
}

/** Metadata of a page in the response: strings, lists of strings, numbers. */
export type Metadata = Readonly<Record<string, string | readonly string[] | number | boolean>>;

/** A page and the values read from it; `values` contains each derived format once. */
export interface PageDocument {
  readonly page: Page;
  readonly metadata: Metadata;
  readonly values: Readonly<Record<string, unknown>>;
  /** Base values computed by the worker for formats derived on the engine's thread, by format and name. */
  readonly carried: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Data that a format stores for the next scrape of the URL. */
  readonly kept?: unknown;
  /** Absolute links on the raw page, for discovery. */
  readonly links: readonly string[];
  /**
   * `shell`: scripts have yet to fill the page; `waiting`: parts are still to come; `thin`: so little text that parts may be
   * missing; `empty`: no text.
   */
  readonly renderState: 'full' | 'thin' | 'waiting' | 'shell' | 'empty';
  readonly warnings: readonly string[];
}

/**
 * The document of a response (contract section 3.1): a field for each requested format and for actions, metadata, a warning.
 */
export interface WireDocument {
  readonly metadata: Metadata;
  readonly warning?: string;
  readonly [field: string]: unknown;
}

/** Facts about the fetch of a result. */
export interface ResultPage {
  readonly finalUrl: string;
  readonly statusCode: number;
  /** First title; empty without one. */
  readonly title: string;
  readonly description?: string;
  /** True when the page came from the cache. */
  readonly cached: boolean;
  /** True when the page was rendered by the browser. */
  readonly rendered: boolean;
  readonly proxyUsed: 'basic' | 'stealth';
  /** Set when the page requires a login although it was fetched with one. */
  readonly asksForLogin?: true;
  /** Number of pages read from a file; 1 for anything without pages. */
  readonly pagesRead: number;
}

/** Result of a URL: the wire document and its cost. */
export interface Result {
  readonly taskId: string;
  readonly jobId: string;
  readonly url: string;
  readonly page: ResultPage;
  readonly document: WireDocument;
  /** Data that a format stores for the next scrape of the URL; not part of the response. */
  readonly kept?: unknown;
  readonly links: readonly string[];
  readonly credits: number;
  readonly finishedAt: string;
}

/** A stage of the work on a page. */
export type Stage = 'planning' | 'fetching' | 'rendering' | 'reading' | 'deriving' | 'storing';

/** Duration of each stage of an attempt. */
export interface PageTrace {
  /** Milliseconds by stage, summed up over all fetches of the page. */
  readonly stages: Readonly<Partial<Record<Stage, number>>>;
  /** Error code of a failed attempt. */
  readonly error?: ErrorCode;
}
