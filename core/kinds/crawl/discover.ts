import type { IdentityRules } from '../../common/job-specs';
import { normalizeUrl, urlKey } from '../../common/url-identity';
import type { Hooks } from '../../contract/hooks';
import type { RobotsRules } from '../../net/politeness/robots';
import { type CrawlScope, checkScopes, type Denial, type ScopeReason, type UrlSource } from './scope';
import type { TrapGuard, TrapReason } from './traps';

/** Crawl state that is needed to filter links. */
export interface DiscoveryContext {
  readonly scope: CrawlScope;
  readonly identity: IdentityRules;
  readonly traps: TrapGuard;
  /** Called with a page and with the links on it that the trap guard had not seen before. */
  readonly onLearned?: (page: URL, links: readonly URL[]) => void;
  /**
   * Returns an origin's robots.txt rules; undefined if they are not known yet. In that case, the URL is allowed here
   * and checked before it is fetched. Absent when robots.txt is ignored.
   */
  readonly robotsFor?: (url: URL) => RobotsRules | undefined;
}

/** A page whose links are filtered. */
export interface DiscoverySource {
  /** Final URL of the page; absent for sitemap entries. */
  readonly url?: string;
  readonly source: Exclude<UrlSource, 'redirect'>;
  /**
   * Number of hops from the start to the page. Links on the page are one hop further away. Sitemap entries have depth
   * 0.
   */
  readonly depth: number;
}

/** A URL to add as a task. */
export interface AdmittedUrl {
  readonly url: string;
  readonly key: string;
  readonly depth: number;
}

/** A refused URL and its reason. */
export interface DeniedUrl {
  readonly url: string;
  readonly key: string;
  readonly reason: ScopeReason | TrapReason;
  readonly message: string;
}

/** Outcome of filtering links; each page appears only once. */
export interface Discovery {
  readonly admitted: readonly AdmittedUrl[];
  readonly refused: readonly DeniedUrl[];
}

/** Splits links into new tasks and refused URLs; drops links that are not web URLs. */
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

/** Removes duplicate pages; preserves the order of links. */
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

/** Drops links that are not web URLs, before a crawl filters the rest. */
export function followWebLinks(hooks: Hooks): void {
  hooks.discovered.tap('web links', (links) => links.filter((link) => /^https?:/i.test(link)));
}
