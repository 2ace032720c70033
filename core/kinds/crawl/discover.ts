import type { IdentityRules } from '../../common/job-specs';
import type { Hooks } from '../../contract/hooks';
import type { RobotsRules } from '../../net/politeness/robots';
import type { LinkTarget, LinkTargets } from './link-targets';
import { type CrawlScope, checkScopes, type Denial, type ScopeReason, siteOf, type UrlSource } from './scope';
import type { TaughtLink, TrapGuard, TrapReason } from './traps';

/** Crawl state that is needed to filter links. */
export interface DiscoveryContext {
  readonly scope: CrawlScope;
  readonly identity: IdentityRules;
  /** Targets of links that this crawl has already seen. */
  readonly links: LinkTargets;
  readonly traps: TrapGuard;
  /**
   * Called after the trap guard has learned from a page. `links` are the links on the page that are new to the guard.
   */
  readonly onLearned?: (page: URL, links: readonly TaughtLink[]) => void;
  /**
   * Returns the robots.txt rules for a URL, or undefined if they are not known yet. In that case, the URL is checked
   * before it is fetched. The function is absent when robots.txt is ignored.
   */
  readonly robotsFor?: (url: URL) => RobotsRules | undefined;
}

/** A page whose links are filtered. */
export interface DiscoverySource {
  /** Final URL of the page. Absent for sitemap entries. */
  readonly url?: string;
  readonly source: Exclude<UrlSource, 'redirect'>;
  /**
   * Number of hops from a start page to this page. Links on this page are one hop further away. Sitemap entries have
   * depth 0.
   */
  readonly depth: number;
}

/** A URL to add as a task. */
export interface AdmittedUrl {
  readonly url: string;
  readonly key: string;
  readonly depth: number;
}

/** A refused URL, with the reason for the refusal. */
export interface DeniedUrl {
  readonly url: string;
  readonly key: string;
  readonly reason: ScopeReason | TrapReason;
  readonly message: string;
}

/** Outcome of filtering links. Each URL appears only once. */
export interface Discovery {
  readonly admitted: readonly AdmittedUrl[];
  readonly refused: readonly DeniedUrl[];
}

/**
 * Splits links into new tasks and refused URLs. Drops links that are not web URLs. A link that was admitted before is
 * admitted again without checks, because its task already exists.
 */
export async function discover(
  links: readonly string[],
  from: DiscoverySource,
  context: DiscoveryContext,
): Promise<Discovery> {
  const targets = context.links.of(links, context.identity);
  const depth = from.source === 'link' ? from.depth + 1 : from.depth;
  const page = from.url === undefined ? undefined : new URL(from.url);
  if (page) {
    const taught = context.traps.learn(page, targets);
    context.onLearned?.(page, taught);
  }
  const tooDeep = depthDenial(from, depth, context);
  const site = page ? siteOf(page) : from.source;
  const open = tooDeep ? [] : targets.filter(({ admittedFrom }) => admittedFrom !== site);
  const denials = await denialsOf(open, from, page, context);
  const admitted: AdmittedUrl[] = [];
  const refused: DeniedUrl[] = [];
  for (const target of targets) {
    const { href: url, key } = target;
    const denial = tooDeep ?? denials.get(target);
    if (denial) {
      refused.push({ url, key, ...denial });
    } else {
      admitted.push({ url, key, depth });
      target.admittedFrom = site;
    }
  }
  return { admitted, refused };
}

/** Returns a denial for all links on a page if they exceed the maximum depth of the crawl. */
function depthDenial(
  { source }: DiscoverySource,
  depth: number,
  { scope }: DiscoveryContext,
): Denial<ScopeReason> | undefined {
  const { maxDiscoveryDepth } = scope.rules;
  if (source !== 'link' || maxDiscoveryDepth === undefined || depth <= maxDiscoveryDepth) return undefined;
  const message = `The page is ${depth} hops from the start; maxDiscoveryDepth is ${maxDiscoveryDepth}.`;
  return { reason: 'discovery-depth', message };
}

/** Returns the targets that the scope or the trap guard refuses. */
async function denialsOf(
  targets: readonly LinkTarget[],
  { source }: DiscoverySource,
  page: URL | undefined,
  { scope, traps, robotsFor }: DiscoveryContext,
): Promise<ReadonlyMap<LinkTarget, Denial<ScopeReason | TrapReason>>> {
  const urls = targets.map(({ href }) => new URL(href));
  const robotsAllow = robotsFor && ((url: URL) => robotsFor(url)?.allowsPage(url) ?? true);
  const denials = await checkScopes(urls, { scope, source, foundOn: page, robotsAllow });
  const found = new Map<LinkTarget, Denial<ScopeReason | TrapReason>>();
  targets.forEach((target, index) => {
    const denial = denials[index] ?? (source === 'start' ? undefined : traps.check(urls[index] as URL));
    if (denial) found.set(target, denial);
  });
  return found;
}

/** Registers a tap that drops links other than web URLs. The tap runs before a crawl filters the remaining links. */
export function followWebLinks(hooks: Hooks): void {
  hooks.discovered.tap('web links', (links) => links.filter((link) => /^https?:/i.test(link)));
}
