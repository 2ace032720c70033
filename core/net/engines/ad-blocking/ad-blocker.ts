import { type CosmeticFilter, FiltersEngine, Request } from '@ghostery/adblocker';
import { getDomain, getHostname } from 'tldts';

type RequestType = Parameters<typeof Request.fromRawDetails>[0]['type'];

/** Classes and IDs on a page, used to choose the relevant ad filter selectors from a long list. */
export interface PageFeatures {
  readonly classes: readonly string[];
  readonly ids: readonly string[];
}

/** Maximum number of URL patterns. Matching more patterns costs more than intercepting every request. */
const maxPatterns = 600;
/**
 * Maximum number of generic selectors that are applied to every page. A longer list is filtered by the classes and IDs
 * on the page.
 */
const maxSelectors = 400;
/** Maximum number of hosts whose selectors are cached. */
const maxHosts = 500;

/**
 * Blocks ads, trackers and consent banners using filter lists in Adblock Plus syntax. Building a blocker is slow, but
 * checking a request is fast.
 */
export class AdBlocker {
  /** URL patterns for all requests that may be blocked. */
  readonly candidates: readonly string[];
  /** True when `hiddenOn` needs the classes and IDs on the page. */
  readonly wantsFeatures: boolean;
  private readonly generic: readonly CosmeticFilter[];
  private readonly known = new Map<string, string>();

  private constructor(private readonly engine: FiltersEngine) {
    this.candidates = patternsOf(engine);
    this.generic = engine.getFilters().cosmeticFilters.filter((filter) => filter.isGenericHide() && hides(filter));
    this.wantsFeatures = this.generic.length > maxSelectors;
  }

  /** Builds a blocker from the content of filter lists. */
  static parse(lists: readonly string[]): AdBlocker {
    return new AdBlocker(FiltersEngine.parse(lists.join('\n'), { enableCompression: true }));
  }

  /** Restores a serialized blocker. Throws if it was written by a different version of the filter engine. */
  static deserialize(bytes: Uint8Array): AdBlocker {
    return new AdBlocker(FiltersEngine.deserialize(bytes));
  }

  /** Serializes the blocker, so that large lists need not be parsed again at the next start. */
  serialize(): Uint8Array {
    return this.engine.serialize();
  }

  /** True when a request made by a page is for an ad, a tracker or a banner. */
  blocks(request: { readonly url: string; readonly type: string; readonly pageUrl: string }): boolean {
    const { url, pageUrl } = request;
    const type = request.type as RequestType;
    return this.engine.match(Request.fromRawDetails({ url, sourceUrl: pageUrl, type })).match;
  }

  /** Returns a single selector for all elements to hide on a page. Empty if nothing is hidden. */
  hiddenOn(url: string, features?: PageFeatures): string {
    if (features) return this.selectorFor(url, features);
    const hostname = getHostname(url) ?? '';
    const known = this.known.get(hostname);
    if (known !== undefined) return known;
    if (this.known.size >= maxHosts) this.known.clear();
    const selector = this.selectorFor(url);
    this.known.set(hostname, selector);
    return selector;
  }

  private selectorFor(url: string, features?: PageFeatures): string {
    const { matches, allowGenericHides } = this.engine.matchCosmeticFilters({
      url,
      hostname: getHostname(url) ?? '',
      domain: getDomain(url) ?? '',
      classes: [...(features?.classes ?? [])],
      ids: [...(features?.ids ?? [])],
      getRulesFromHostname: true,
      getRulesFromDOM: features !== undefined,
      getInjectionRules: false,
      getExtendedRules: false,
    });
    const wanted = new Set<string>();
    const excepted = new Set<string>();
    for (const { filter, exception } of matches) {
      if (exception?.isCosmeticFilter()) excepted.add(exception.getSelector());
      else if (filter && hides(filter)) wanted.add(filter.getSelector());
    }
    const simple = (filter: CosmeticFilter) => filter.isClassSelector() || filter.isIdSelector();
    const everywhere = allowGenericHides ? this.generic.filter((filter) => !features || !simple(filter)) : [];
    for (const filter of everywhere) wanted.add(filter.getSelector());
    const selectors = [...wanted].filter((selector) => !excepted.has(selector));
    // `:is` ignores selectors that the browser cannot parse. In a plain list, one such selector would make the entire
    // list fail.
    return selectors.length > 0 ? `:is(${selectors.join(', ')})` : '';
  }
}

function hides(filter: CosmeticFilter): boolean {
  return !filter.isUnhide() && !filter.isExtended() && !filter.isScriptInject() && !filter.isHtmlFiltering();
}

/**
 * Converts network filters to URL patterns. The patterns match every URL that a filter could block, and the filter
 * engine makes the final decision on each URL. Returns `*` when there are too many patterns, or when a filter cannot be
 * expressed as a pattern.
 */
function patternsOf(engine: FiltersEngine): readonly string[] {
  const patterns = new Set<string>();
  for (const filter of engine.getFilters().networkFilters) {
    if (filter.isException()) continue;
    if (filter.isFullRegex() || patterns.size > maxPatterns) return ['*'];
    const path = filter.getFilter().replaceAll('^', '*');
    if (!filter.isHostnameAnchor()) patterns.add(`*${path}*`);
    else
      for (const start of ['*://', '*.'])
        patterns.add(`${start}${filter.getHostname()}*${path}*`.replaceAll(/\*+/g, '*'));
  }
  return [...patterns];
}
