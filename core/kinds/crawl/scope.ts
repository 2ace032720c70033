import { getDomain } from 'tldts';
import { pathDepth } from '../../common/api/crawl-request';
import type { ScopeRules } from '../../common/job-specs';
import { bareHost } from '../../common/url-identity';
import { type PatternVerdict, UrlPatterns } from '../../platform/patterns/url-patterns';

/** Why a URL is not taken, as a short word for machines. */
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

/** A refusal of a URL: a word for machines and a sentence for people. */
export interface Denial<Reason extends string = string> {
  readonly reason: Reason;
  readonly message: string;
}

/** Where a URL comes from: a link of a page, a sitemap, the crawl's own start, or a redirect of another page. */
export type UrlSource = 'link' | 'sitemap' | 'start' | 'redirect';

/** What is known about a URL besides its text. */
export interface ScopeContext {
  readonly scope: CrawlScope;
  readonly source: UrlSource;
  /** Final address of the page that holds the link, or the address that redirected; absent for start and sitemap. */
  readonly foundOn?: URL;
  /** Says whether robots.txt lets the URL be fetched; absent when robots.txt is ignored or not known yet. */
  readonly robotsAllow?: (url: URL) => boolean;
}

/** Parts of addresses outside the site that are never pages of interest. */
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

/** Host of a URL with its port, without `www.`. */
export const siteOf = (url: URL): string => `${bareHost(url.hostname)}${url.port === '' ? '' : `:${url.port}`}`;

/** The domain a host was registered under; the host itself for IP addresses and single names. */
const registrable = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? bareHost(host);

/** A path without its index file, or the text file that lists the pages beside it, as `llms.txt` does. */
const withoutIndex = (path: string): string =>
  path.replace(/\/(?:index\.(?:html|php)|[^/]{1,200}\.(?:txt|md|markdown))$/, '/');

/** What a crawl takes, made once per job from its rules and its start URL. */
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

  /** The crawl's origin: the start URL, or where the start page led. */
  get origin(): URL {
    return this.#origin;
  }

  /** Tells where the start page led; another host becomes the crawl's own. */
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

  /** The text the path patterns are searched in. */
  patternText(url: URL): string {
    return this.rules.regexOnFullURL ? url.href : url.pathname;
  }
}

/** Says why a URL is not taken; undefined when it is. The checks come in the order of the wire contract. */
export async function checkScope(url: URL, context: ScopeContext): Promise<Denial<ScopeReason> | undefined> {
  return (await checkScopes([url], context))[0];
}

/** The same for many URLs of one page at once, which costs far less when patterns are given. */
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
        ? deny('robots', `robots.txt disallows ${url.href}; set ignoreRobotsTxt to crawl it anyway.`)
        : undefined) ??
      checkFileType(url);
  });
  return denials;
}

const deny = (reason: ScopeReason, message: string): Denial<ScopeReason> => ({ reason, message });

/** Inside or outside, and whether outside is wanted. */
function checkSite(url: URL, { scope, foundOn, source }: ScopeContext): Denial<ScopeReason> | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return deny('protocol', `${url.href} is neither http nor https.`);
  }
  const base = foundOn ?? scope.origin;
  if (source === 'start' || siteOf(url) === siteOf(base)) return undefined;
  if (socialParts.some((part) => url.href.includes(part))) {
    return deny('social', `${url.href} leads to a social network or a service that is never crawled.`);
  }
  if (isExcludedPrefix(url, scope.rules.excludePaths)) {
    return deny('exclude', `${url.href} is on an excluded site.`);
  }
  const ownDomain = scope.isOwnDomain(url);
  if (scope.rules.allowSubdomains && ownDomain) return undefined;
  // One site can lead to another, which does not lead on: otherwise a crawl would wander off into the whole web.
  if (!scope.rules.allowExternalLinks || !isInside(base, scope)) {
    const hint = ownDomain
      ? 'set allowSubdomains to crawl it'
      : 'set allowExternalLinks to follow links to other sites';
    return deny('external', `${url.href} is outside of ${scope.origin.host}; ${hint}.`);
  }
  if (url.pathname === '/') return deny('home-page', `${url.href} is the home page of another site.`);
  return undefined;
}

const isInside = (url: URL, scope: CrawlScope): boolean =>
  scope.isOwnSite(url) || (scope.rules.allowSubdomains && scope.isOwnDomain(url));

/** True when an exclude names the site, perhaps with a path, as in `example.com/shop`. */
function isExcludedPrefix(url: URL, excludes: readonly string[]): boolean {
  return excludes.some((text) => {
    const named = URL.parse(`http://${text.replace(/^https?:\/\//, '')}`);
    if (!named?.hostname.includes('.')) return false;
    const sameHost = url.hostname === named.hostname || url.hostname.endsWith(`.${named.hostname}`);
    return sameHost && url.pathname.startsWith(named.pathname);
  });
}

/** v1's limit of path segments; the start URL's own segments count on top for itself and for sitemap entries. */
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
  // What could not be decided in time is left out: better a page less than one nobody wanted.
  if (excluded === 'slow' || included === 'slow') {
    return deny('pattern', `A path pattern took too long on ${url.href}; write it with fewer nested repetitions.`);
  }
  if (excluded === 'match') return deny('exclude', `${url.href} matches excludePaths.`);
  if (included === 'none') return deny('include', `${url.href} matches none of includePaths.`);
  return undefined;
}

function checkFileType(url: URL): Denial<ScopeReason> | undefined {
  const extension = skippedExtension(url.pathname);
  return extension ? deny('file-type', `${url.href} is a .${extension} file, not a page.`) : undefined;
}

/** Endings of files that hold no page. Not among them: pdf, docx, xml and json, which are read. */
const skipped = new Set(
  'png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav pptx xlsx avi flv woff ttf woff2 webp inc'.split(' '),
);

/** The ending of a path that is not worth fetching; undefined when the path may be a page. */
function skippedExtension(pathname: string): string | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  const extension = name.slice(dot + 1).toLowerCase();
  return skipped.has(extension) ? extension : undefined;
}
