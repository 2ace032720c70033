import type { ScopeRules } from '../../../core/common/job-specs';
import { keyOf } from '../../../core/common/url-identity';
import { type DeniedUrl, discover } from '../../../core/kinds/crawl/discover';
import { LinkTargets } from '../../../core/kinds/crawl/link-targets';
import { CrawlScope } from '../../../core/kinds/crawl/scope';
import { TrapGuard } from '../../../core/kinds/crawl/traps';

/** Scope rules that include the entire site. */
export const wholeSite: ScopeRules = {
  includePaths: [],
  excludePaths: [],
  regexOnFullURL: false,
  crawlEntireDomain: true,
  allowExternalLinks: false,
  allowSubdomains: false,
};

/** URLs visited and refused while following a site's links. */
export interface Walk {
  readonly visited: readonly string[];
  readonly refused: readonly DeniedUrl[];
}

/** Follows a site's links in the order in which they are discovered, as a crawl does. */
export async function walk(startUrl: string, linksOf: (url: URL) => readonly string[], limit = 10_000): Promise<Walk> {
  const identity = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
  const scope = new CrawlScope(wholeSite, startUrl);
  const traps = new TrapGuard({ startUrl, limit, now: new Date('2026-11-20T00:00:00Z') });
  const targets = new LinkTargets();
  const known = new Set([keyOf(startUrl, identity)]);
  const queue = [{ url: startUrl, depth: 0 }];
  const refused = new Map<string, DeniedUrl>();
  for (let at = 0; at < queue.length; at++) {
    const { url, depth } = queue[at]!;
    const links = linksOf(new URL(url)).map((href) => new URL(href, url).href);
    const found = await discover(links, { url, source: 'link', depth }, { scope, identity, links: targets, traps });
    for (const one of found.refused) refused.set(one.url, one);
    for (const one of found.admitted) {
      if (known.has(one.key) || queue.length >= limit) continue;
      known.add(one.key);
      queue.push(one);
    }
  }
  return { visited: queue.map(({ url }) => url), refused: [...refused.values()] };
}
