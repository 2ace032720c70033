import { type CosmeticFilter, FiltersEngine, Request } from '@ghostery/adblocker';
import { getDomain, getHostname } from 'tldts';

/** Kinds of requests as the filter engine names them. */
type RequestType = Parameters<typeof Request.fromRawDetails>[0]['type'];

/** Classes, ids and link targets found on a page; long lists are narrowed down to those that can match. */
export interface PageFeatures {
  readonly classes: readonly string[];
  readonly ids: readonly string[];
}

/** Above this number, matching patterns costs each request more than intercepting it. */
const maxPatterns = 600;
/** More selectors than this are narrowed down by what is on the page. */
const maxSelectors = 400;
/** Hidden selectors of this many hosts are remembered. */
const maxHosts = 500;

/** Blocks ads, trackers and consent banners by filter lists in the usual syntax; built once, cheap per request. */
export class AdBlocker {
  /** URL patterns of all requests it may want to block. */
  readonly candidates: readonly string[];
  /** True when `hiddenOn` wants to know what is on the page. */
  readonly wantsFeatures: boolean;
  private readonly generic: readonly CosmeticFilter[];
  private readonly known = new Map<string, string>();

  private constructor(private readonly engine: FiltersEngine) {
    this.candidates = patternsOf(engine);
    this.generic = engine.getFilters().cosmeticFilters.filter((filter) => filter.isGenericHide() && hides(filter));
    this.wantsFeatures = this.generic.length > maxSelectors;
  }

  /** Builds a blocker from the text of filter lists. */
  static parse(lists: readonly string[]): AdBlocker {
    return new AdBlocker(FiltersEngine.parse(lists.join('\n'), { enableCompression: true }));
  }

  /** A blocker as `serialize` gave it; throws when it was made by another version. */
  static deserialize(bytes: Uint8Array): AdBlocker {
    return new AdBlocker(FiltersEngine.deserialize(bytes));
  }

  /** The blocker as bytes, so that large lists need not be parsed again. */
  serialize(): Uint8Array {
    return this.engine.serialize();
  }

  /** Whether a request of a page is an ad, a tracker or a banner. */
  blocks(request: { readonly url: string; readonly type: string; readonly pageUrl: string }): boolean {
    const { url, pageUrl } = request;
    const type = request.type as RequestType;
    return this.engine.match(Request.fromRawDetails({ url, sourceUrl: pageUrl, type })).match;
  }

  /** One selector for everything that is hidden on a page; empty when nothing is. */
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
    // `:is` leaves out what the browser cannot parse instead of failing as a whole.
    return selectors.length > 0 ? `:is(${selectors.join(', ')})` : '';
  }
}

function hides(filter: CosmeticFilter): boolean {
  return !filter.isUnhide() && !filter.isExtended() && !filter.isScriptInject() && !filter.isHtmlFiltering();
}

/**
 * Turns network filters into URL patterns, wider than the filters: the engine decides about each URL they let through.
 * `*` for all when they are many or when one of them has no plain pattern.
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
