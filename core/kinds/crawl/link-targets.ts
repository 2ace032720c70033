import type { IdentityRules } from '../../common/job-specs';
import { normalizeUrl, urlKey } from '../../common/url-identity';
import { RecentMap } from './recent';

/** A link's target, with the parsed parts of its URL. Shared by all pages with this link. */
export interface LinkTarget extends Pick<URL, 'href' | 'host' | 'pathname'> {
  readonly key: string;
  /** Site of the page on which the crawl last admitted a link to this target. */
  admittedFrom?: string;
}

/** Number of links to remember. This is enough for menus and footers, which every page repeats. */
const maxRemembered = 3000;

/** Remembers the targets of recent links, because parsing and filtering the same links on each page is expensive. */
export class LinkTargets {
  readonly #recent = new RecentMap<string, LinkTarget>(maxRemembered);

  /** Returns the targets of web links. Targets with the same key refer to the same page and are returned only once. */
  of(links: readonly string[], identity: IdentityRules): readonly LinkTarget[] {
    const found = new Map<string, LinkTarget>();
    for (const link of new Set(links)) {
      const target = this.#recent.get(link) ?? this.#parse(link, identity);
      if (target && !found.has(target.key)) found.set(target.key, target);
    }
    return [...found.values()];
  }

  #parse(link: string, identity: IdentityRules): LinkTarget | undefined {
    const url = normalizeUrl(link, identity);
    if (!url) return undefined;
    const { href, host, pathname } = url;
    const target: LinkTarget = { href, host, pathname, key: urlKey(url, identity), admittedFrom: undefined };
    this.#recent.set(link, target);
    return target;
  }
}
