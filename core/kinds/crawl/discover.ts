import type { IdentityRules } from '../../common/job-specs';
import { normalizeUrl, urlKey } from '../../common/url-identity';
import type { Hooks } from '../../contract/hooks';
import type { RobotsRules } from '../../net/politeness/robots';
import { type CrawlScope, checkScopes, type Denial, type ScopeReason, type UrlSource } from './scope';
import type { TrapGuard, TrapReason } from './traps';

/** What one crawl knows when it looks at links. */
export interface DiscoveryContext {
  readonly scope: CrawlScope;
  readonly identity: IdentityRules;
  readonly traps: TrapGuard;
  /** Told of a page and of those of its links that taught the trap guard something. */
  readonly onLearned?: (page: URL, links: readonly URL[]) => void;
  /**
   * Rules of an origin as far as they are known; absent when robots.txt is ignored. What is not known yet is let
   * through here and must be asked for before the page is fetched.
   */
  readonly robotsFor?: (url: URL) => RobotsRules | undefined;
}

/** A page whose links are looked at. */
export interface DiscoverySource {
  /** Final address of the page; absent for sitemap entries. */
  readonly url?: string;
  readonly source: Exclude<UrlSource, 'redirect'>;
  /** Hops of the page from the start; its links are one further. Sitemap entries have depth 0 themselves. */
  readonly depth: number;
}

/** A URL that becomes a task. */
export interface AdmittedUrl {
  readonly url: string;
  readonly key: string;
  readonly depth: number;
}

/** A URL that does not, and why. */
export interface DeniedUrl {
  readonly url: string;
  readonly key: string;
  readonly reason: ScopeReason | TrapReason;
  readonly message: string;
}

/** What became of some links, each page once. */
export interface Discovery {
  readonly admitted: readonly AdmittedUrl[];
  readonly refused: readonly DeniedUrl[];
}

/** Sorts links into those that become tasks and those that do not. Links that are no web address are dropped. */
export async function discover(
  links: readonly string[],
  from: DiscoverySource,
  context: DiscoveryContext,
): Promise<Discovery> {
  const { urls, keys } = distinct(links, context.identity);
  const depth = from.source === 'link' ? from.depth + 1 : from.depth;
  const page = from.url === undefined ? undefined : new URL(from.url);
  if (page) {
    const taught = context.traps.learn(page, urls);
    context.onLearned?.(page, taught);
  }
  const denials = await denialsOf(urls, from, page, depth, context);
  const admitted: AdmittedUrl[] = [];
  const refused: DeniedUrl[] = [];
  urls.forEach((url, index) => {
    const key = keys[index] ?? url.href;
    const denial = denials[index] ?? (from.source === 'start' ? undefined : context.traps.check(url));
    if (denial) refused.push({ url: url.href, key, ...denial });
    else admitted.push({ url: url.href, key, depth });
  });
  return { admitted, refused };
}

/** Each page once, in the order of the links. */
function distinct(links: readonly string[], identity: IdentityRules) {
  const found = new Map<string, URL>();
  const texts = new Set<string>();
  for (const link of links) {
    if (texts.has(link)) continue;
    texts.add(link);
    const url = normalizeUrl(link, identity);
    if (!url) continue;
    const key = urlKey(url, identity);
    if (!found.has(key)) found.set(key, url);
  }
  return { urls: [...found.values()], keys: [...found.keys()] };
}

async function denialsOf(
  urls: readonly URL[],
  from: DiscoverySource,
  page: URL | undefined,
  depth: number,
  { scope, robotsFor }: DiscoveryContext,
): Promise<readonly (Denial<ScopeReason> | undefined)[]> {
  const { maxDiscoveryDepth } = scope.rules;
  if (from.source === 'link' && maxDiscoveryDepth !== undefined && depth > maxDiscoveryDepth) {
    const message = `The page is ${depth} hops from the start; maxDiscoveryDepth is ${maxDiscoveryDepth}.`;
    return urls.map(() => ({ reason: 'discovery-depth', message }));
  }
  return checkScopes(urls, {
    scope,
    source: from.source,
    foundOn: page,
    robotsAllow: robotsFor && ((url) => robotsFor(url)?.allowsPage(url) ?? true),
  });
}

/** Drops links that lead to no web page before a crawl looks at them. */
export function followWebLinks(hooks: Hooks): void {
  hooks.discovered.tap('web links', (links) => links.filter((link) => /^https?:/i.test(link)));
}
