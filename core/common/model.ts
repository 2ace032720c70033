import type { ErrorCode } from './errors';
import type { AskedProfile } from './login-profile';
import type { PageSession } from './page-session';

/** API version a request came in by; it decides the names in the answer, never the work. */
export type ApiVersion = 'v1' | 'v2';

/** One requested format with its options, e.g. `{ type: 'screenshot', fullPage: true }`. */
export interface FormatRequest {
  readonly type: string;
  /** Field of the answer when it is not the type itself (v1 `extract` is answered by `json`). */
  readonly as?: string;
  readonly [option: string]: unknown;
}

/** One requested browser action, e.g. `{ type: 'click', selector: '#more' }`. */
export interface ActionRequest {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One enabled document parser, e.g. `{ type: 'pdf', maxPages: 10 }`. */
export interface ParserRequest {
  readonly type: string;
  readonly [option: string]: unknown;
}

/** Where the page should believe its reader is. `country` is ISO 3166 alpha-2 in capitals. */
export interface ScrapeLocation {
  readonly country?: string;
  readonly languages: readonly string[];
}

/** How outgoing requests may be proxied. */
export type ProxyMode = 'basic' | 'stealth' | 'auto';

/** A validated scrape request with every default filled in. Times are milliseconds. */
export interface ScrapeSpec {
  readonly url: string;
  /** The address as the caller typed it, when it had no scheme; the answer's `sourceURL`. */
  readonly typedUrl?: string;
  readonly version: ApiVersion;
  readonly formats: readonly FormatRequest[];
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly waitForMs: number;
  /** Longest the scrape itself may take; waits and waitFor are added on top as the caller's HTTP budget. */
  readonly timeoutMs: number;
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
  readonly parsers: readonly ParserRequest[];
  readonly removeBase64Images: boolean;
  readonly blockAds: boolean;
  readonly proxy: ProxyMode;
  /** A cached copy younger than this is good enough; 0 never reads the cache. */
  readonly maxAgeMs: number;
  readonly storeInCache: boolean;
  readonly location?: ScrapeLocation;
  readonly actions: readonly ActionRequest[];
  /** Log-in that pages of its sites are fetched with. */
  readonly profile?: AskedProfile;
  readonly zeroDataRetention: boolean;
  readonly origin: string;
  readonly integration?: string;
}

/** Name of a kind of job, e.g. `crawl`; each kind is one file in `core/kinds/handlers`. */
export type JobKind = string;

/** Where a job is in its life; `completed`, `failed` and `cancelled` are ends. */
export type JobState = 'queued' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** One URL of a job, with everything needed to scrape it. */
export interface Task {
  /** UUID v7. */
  readonly id: string;
  readonly jobId: string;
  readonly kind: JobKind;
  readonly spec: ScrapeSpec;
  /** True when the page is read for its links, too. */
  readonly followsLinks: boolean;
  /** True for a step that drives the browser by itself: the page may neither leave its site nor send a form by POST. */
  readonly isStep?: boolean;
  /** What its page has to do with the session of its job: the first page begins one, the others share it. */
  readonly session?: 'begin' | 'share';
  /** True for a page that only an earlier crawl of the site knew: nothing links to it any more. */
  readonly isUnlinked?: boolean;
  /** Hops from the start URL; 0 for start and sitemap pages. */
  readonly depth: number;
  /** 1 on the first try. */
  readonly attempt: number;
  /** True when a caller waits for the page, so that further attempts must fit into its timeout. */
  readonly isAwaited?: boolean;
  /** Absent where no other process may ask the host. */
  readonly hostLease?: HostLease;
}

/** The time for which a host was given to a page, where several processes ask the host. */
export interface HostLease {
  /** Throws, and ends the page, once the time is over: the host may be given to another process by then. */
  check(): void;
}

/** Names of the two engines. */
export type EngineId = 'http' | 'browser';

/** A proxy to go through, as handed out by a proxy plugin. */
export interface ProxyEndpoint {
  /** `http://`, `https://`, `socks4://` or `socks5://` address, credentials included. */
  readonly url: string;
}

/** How one task is to be fetched; made once, shaped by the `plan` hook. */
export interface FetchPlan {
  readonly url: string;
  readonly engine: EngineId;
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly waitForMs: number;
  /** Milliseconds left for fetching, actions included. */
  readonly timeoutMs: number;
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
  readonly blockAds: boolean;
  readonly location?: ScrapeLocation;
  /** IANA time zone the page sees, when a location was asked for. */
  readonly timeZone?: string;
  readonly proxyTier: 'basic' | 'stealth';
  readonly proxy?: ProxyEndpoint;
  readonly actions: readonly ActionRequest[];
  /** Formats whose plugin captures something in the live page (a screenshot, say). */
  readonly captures: readonly FormatRequest[];
  /** True when the page may neither leave its site nor send a form by POST. */
  readonly onlyReads?: boolean;
  /** Cookies and local storage that the page begins with, and that take what it changes. */
  readonly session?: PageSession;
  /** Job whose pages may share one isolated browser context. */
  readonly jobId: string;
  /** Checked before each request leaves. */
  readonly hostLease?: HostLease;
}

/** Bytes to be kept under `/files/<id>`. */
export interface CapturedFile {
  /** Id of its address when it has one already: a copy from the cache keeps that of the first answer. */
  readonly id?: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** What the actions of a scrape brought back, each list in action order. */
export interface ActionResults {
  readonly screenshots: readonly CapturedFile[];
  readonly scrapes: readonly { readonly url: string; readonly html: string }[];
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
  readonly pdfs: readonly CapturedFile[];
}

/** A fetched page: status, headers, bytes and final URL. A 404 page is still a page. */
export interface Page {
  /** Final URL after redirects. */
  readonly url: string;
  readonly statusCode: number;
  /** Reason text of a bad status, for `metadata.error`. */
  readonly error?: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: Uint8Array;
  /** True when `body` is UTF-8 HTML serialised from a live page. */
  readonly rendered: boolean;
  readonly engine: EngineId;
  readonly proxyUsed: 'basic' | 'stealth';
  /** Values captured in the live page, by format type. */
  readonly captures: Readonly<Record<string, unknown>>;
  /** Present when actions ran. */
  readonly actions?: ActionResults;
  /** Only when the cache was asked. */
  readonly cacheState?: 'hit' | 'miss';
  /** ISO time the copy was made, when it came from the cache. */
  readonly cachedAt?: string;
  /** Set when the body broke off before its end. */
  readonly truncated?: true;
  /** Set when it asks for a log-in although it was fetched with one. */
  readonly asksForLogin?: true;
  /** Milliseconds the engine took. */
  readonly durationMs?: number;
  readonly warnings: readonly string[];
}

/** Page facts as they go out: strings, lists of strings, numbers. */
export type Metadata = Readonly<Record<string, string | readonly string[] | number | boolean>>;

/** A page with what was read from it; `values` holds each derived format once. */
export interface PageDocument {
  readonly page: Page;
  readonly metadata: Metadata;
  readonly values: Readonly<Record<string, unknown>>;
  /** Base values the worker made for formats derived in the engine's thread, by format and name. */
  readonly carried: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What a format keeps for the next scrape of the address. */
  readonly kept?: unknown;
  /** Absolute links found on the raw page, for discovery. */
  readonly links: readonly string[];
  /**
   * `shell`: scripts have yet to fill the page; `waiting`: parts of it are still to come; `thin`: there is so little that
   * they may have; `empty`: no text.
   */
  readonly renderState: 'full' | 'thin' | 'waiting' | 'shell' | 'empty';
  readonly warnings: readonly string[];
}

/** The document as it goes out (contract section 3.1): a field for each requested format and for actions, facts, a warning. */
export interface WireDocument {
  readonly metadata: Metadata;
  readonly warning?: string;
  readonly [field: string]: unknown;
}

/** How a page came, of a result. */
export interface ResultPage {
  /** Address after redirects. */
  readonly finalUrl: string;
  readonly statusCode: number;
  /** The first title; empty when there is none. */
  readonly title: string;
  readonly description?: string;
  /** True when it came from the page cache. */
  readonly cached: boolean;
  /** True when it was read from a live page of the browser. */
  readonly rendered: boolean;
  readonly proxyUsed: 'basic' | 'stealth';
  /** Set when it asks for a log-in although it was fetched with one. */
  readonly asksForLogin?: true;
  /** Pages of a file that were read; 1 for anything without pages. */
  readonly pagesRead: number;
}

/** What leaves for one URL: the wire document and its cost. */
export interface Result {
  readonly taskId: string;
  readonly jobId: string;
  readonly url: string;
  readonly page: ResultPage;
  readonly document: WireDocument;
  /** What a format keeps for the next scrape of the address; it does not leave. */
  readonly kept?: unknown;
  readonly links: readonly string[];
  readonly credits: number;
  readonly finishedAt: string;
}

/** A part of the work on a page. */
export type Stage = 'planning' | 'fetching' | 'rendering' | 'reading' | 'deriving' | 'storing';

/** What each stage of one try of a page cost. */
export interface PageTrace {
  /** Milliseconds by stage; a page that was fetched twice has both times added up. */
  readonly stages: Readonly<Partial<Record<Stage, number>>>;
  /** Why the try failed, if it did. */
  readonly error?: ErrorCode;
}
