import { getDomain } from 'tldts';
import { pathDepth } from '../../common/api/crawl-request';
import type { ScopeRules } from '../../common/job-specs';
import { bareHost } from '../../common/url-identity';
import { type PatternVerdict, UrlPatterns } from '../../platform/patterns/url-patterns';

/** Machine-readable reason for refusing a URL. */
export type ScopeReason =
  | 'protocol'
  | 'external'
  | 'social'
  | 'home-page'
  | 'depth'
  | 'exclude'
  | 'include'
  | 'pattern'
  | 'path'
  | 'robots'
  | 'file-type'
  | 'discovery-depth';

/** A refused URL, with a machine-readable reason and a message for users. */
export interface Denial<Reason extends string = string> {
  readonly reason: Reason;
  readonly message: string;
}

/** Source of a URL: a link, a sitemap, the start of the crawl, or a redirect. */
export type UrlSource = 'link' | 'sitemap' | 'start' | 'redirect';

/** Information that a scope check needs besides the URL. */
export interface ScopeContext {
  readonly scope: CrawlScope;
  readonly source: UrlSource;
  /**
   * Final URL of the page that links to the checked URL, or the URL that redirects to it. Absent for start and sitemap
   * URLs.
   */
  readonly foundOn?: URL;
  /** Returns true when robots.txt allows the URL. Absent when robots.txt is ignored or unknown. */
  readonly robotsAllow?: (url: URL) => boolean;
}

/** Substrings of external URLs that never lead to content pages. */
const socialParts = [
  'facebook.com',
  'twitter.com',
  'linkedin.com',
  'instagram.com',
  'pinterest.com',
  'mailto:',
  'github.com',
  'calendly.com',
  'discord.gg',
  'discord.com',
];

/** Returns the host of a URL with its port, but without `www.`. */
export const siteOf = (url: URL): string => `${bareHost(url.hostname)}${url.port === '' ? '' : `:${url.port}`}`;

/** Returns the registrable domain of a host, or the host itself if it is an IP address or a single label. */
const registrable = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? bareHost(host);

/**
 * Removes the file name if a path ends in an index file, or in a text file such as `llms.txt`, which lists other pages
 * in its folder.
 */
const withoutIndex = (path: string): string =>
  path.replace(/\/(?:index\.(?:html|php)|[^/]{1,200}\.(?:txt|md|markdown))$/, '/');

/** Scope of a crawl, created once per job from its rules and start URL. */
export class CrawlScope {
  readonly excludes: UrlPatterns;
  readonly includes: UrlPatterns;
  readonly startDepth: number;
  readonly #start: URL;
  readonly #startPaths: string[];
  #origin: URL;
  #domain: string;

  constructor(
    readonly rules: ScopeRules,
    startUrl: string,
  ) {
    this.excludes = new UrlPatterns(rules.excludePaths);
    this.includes = new UrlPatterns(rules.includePaths);
    this.#start = new URL(startUrl);
    this.#origin = this.#start;
    this.#domain = registrable(this.#origin.hostname);
    this.#startPaths = [withoutIndex(this.#start.pathname)];
    this.startDepth = pathDepth(this.#start.pathname);
  }

  /** Origin of the crawl: the start URL or the URL that it redirects to. */
  get origin(): URL {
    return this.#origin;
  }

  /**
   * Records the URL that the start page redirected to. If the redirect leads to another host, the crawl moves to that
   * host.
   */
  movedTo(finalUrl: string): void {
    const url = new URL(finalUrl);
    if (siteOf(url) === siteOf(this.#origin)) return;
    this.#origin = url;
    this.#domain = registrable(url.hostname);
    const path = withoutIndex(url.pathname);
    if (path !== '/') this.#startPaths.push(path);
  }

  isOwnSite(url: URL): boolean {
    return siteOf(url) === siteOf(this.#origin);
  }

  isOwnDomain(url: URL): boolean {
    return registrable(url.hostname) === this.#domain;
  }

  isBelowStart(url: URL): boolean {
    return this.rules.crawlEntireDomain || this.#startPaths.some((path) => url.pathname.startsWith(path));
  }

  /** Returns the part of a URL against which path patterns are matched. */
  patternText(url: URL): string {
    return this.rules.regexOnFullURL ? url.href : url.pathname;
  }
}

/**
 * Returns the reason why a URL is out of scope, or undefined if it is in scope. Checks run in the order defined by the
 * API contract.
 */
export async function checkScope(url: URL, context: ScopeContext): Promise<Denial<ScopeReason> | undefined> {
  return (await checkScopes([url], context))[0];
}

/**
 * Batch version of `checkScope`. Matching path patterns in a batch is much cheaper than matching each URL separately.
 */
export async function checkScopes(
  urls: readonly URL[],
  context: ScopeContext,
): Promise<(Denial<ScopeReason> | undefined)[]> {
  const { scope } = context;
  const denials = urls.map((url) => checkSite(url, context) ?? checkDepth(url, context));
  const open = urls.flatMap((_, index) => (denials[index] ? [] : [index]));
  const texts = open.map((index) => scope.patternText(urls[index] as URL));
  const excluded = await scope.excludes.search(texts);
  const included = scope.includes.isEmpty ? undefined : await scope.includes.search(texts);
  open.forEach((index, place) => {
    const url = urls[index] as URL;
    denials[index] =
      checkPatterns(url, excluded[place] ?? 'none', included?.[place]) ??
      (scope.isBelowStart(url) ? undefined : deny('path', `${url.href} is not below the start URL's path.`)) ??
      (context.robotsAllow?.(url) === false
        ? deny('robots', `robots.txt disallows ${url.href}; set \`ignoreRobotsTxt\` to crawl it anyway.`)
        : undefined) ??
      checkFileType(url);
  });
  return denials;
}

const deny = (reason: ScopeReason, message: string): Denial<ScopeReason> => ({ reason, message });

/** Returns a denial for a URL that is neither on the site nor allowed as an external link. */
function checkSite(url: URL, { scope, foundOn, source }: ScopeContext): Denial<ScopeReason> | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return deny('protocol', `${url.href} is neither an http nor an https URL.`);
  }
  const base = foundOn ?? scope.origin;
  if (source === 'start' || siteOf(url) === siteOf(base)) return undefined;
  if (socialParts.some((part) => url.href.includes(part))) {
    return deny('social', `${url.href} belongs to a social network or another service that is never crawled.`);
  }
  if (isExcludedPrefix(url, scope.rules.excludePaths)) {
    return deny('exclude', `${url.href} is on an excluded site.`);
  }
  const ownDomain = scope.isOwnDomain(url);
  if (scope.rules.allowSubdomains && ownDomain) return undefined;
  // External pages are crawled, but their external links are not followed. Otherwise, a crawl would wander across the
  // web.
  if (!scope.rules.allowExternalLinks || !isInside(base, scope)) {
    const hint = ownDomain
      ? 'set `allowSubdomains` to crawl it'
      : 'set `allowExternalLinks` to follow links to other sites';
    return deny('external', `${url.href} is outside ${scope.origin.host}; ${hint}.`);
  }
  if (url.pathname === '/') return deny('home-page', `${url.href} is the home page of another site.`);
  return undefined;
}

const isInside = (url: URL, scope: CrawlScope): boolean =>
  scope.isOwnSite(url) || (scope.rules.allowSubdomains && scope.isOwnDomain(url));

/**
 * True when an exclude pattern is the URL's host or parent domain, optionally with a path prefix, as in
 * `example.com/shop`.
 */
function isExcludedPrefix(url: URL, excludes: readonly string[]): boolean {
  return excludes.some((text) => {
    const named = URL.parse(`http://${text.replace(/^https?:\/\//, '')}`);
    if (!named?.hostname.includes('.')) return false;
    const sameHost = url.hostname === named.hostname || url.hostname.endsWith(`.${named.hostname}`);
    return sameHost && url.pathname.startsWith(named.pathname);
  });
}

/**
 * Applies the v1 limit on the number of path segments. For start and sitemap URLs, the number of segments in the start
 * URL is added to the limit.
 */
function checkDepth(url: URL, { scope, source }: ScopeContext): Denial<ScopeReason> | undefined {
  const { maxDepth } = scope.rules;
  if (maxDepth === undefined) return undefined;
  const allowed = source === 'start' || source === 'sitemap' ? maxDepth + scope.startDepth : maxDepth;
  const depth = pathDepth(url.pathname);
  return depth > allowed
    ? deny('depth', `${url.href} has ${depth} path segments; maxDepth is ${maxDepth}.`)
    : undefined;
}

function checkPatterns(
  url: URL,
  excluded: PatternVerdict,
  included: PatternVerdict | undefined,
): Denial<ScopeReason> | undefined {
  // Excludes a URL if matching it against a pattern takes too long, because a missing page is better than an unwanted
  // one.
  if (excluded === 'slow' || included === 'slow') {
    return deny(
      'pattern',
      `Matching ${url.href} against a path pattern took too long; simplify the pattern, e.g. remove nested repetitions.`,
    );
  }
  if (excluded === 'match') return deny('exclude', `${url.href} matches excludePaths.`);
  if (included === 'none') return deny('include', `${url.href} does not match any pattern in includePaths.`);
  return undefined;
}

function checkFileType(url: URL): Denial<ScopeReason> | undefined {
  const extension = skippedExtension(url.pathname);
  return extension ? deny('file-type', `${url.href} is a .${extension} file, not a page.`) : undefined;
}

/** Extensions of files that are not pages. PDF, DOCX, XML and JSON are not listed, because Gleaner can read them. */
const skipped = new Set(
  'png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav pptx xlsx avi flv woff ttf woff2 webp inc'.split(' '),
);

/** Returns the extension of a file that is not worth fetching. Undefined when the path may be a page. */
function skippedExtension(pathname: string): string | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  const extension = name.slice(dot + 1).toLowerCase();
  return skipped.has(extension) ? extension : undefined;
}
