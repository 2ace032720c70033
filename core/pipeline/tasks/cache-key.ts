import type { ScrapeSpec } from '../../common/model';
import { viewOf } from '../../common/values/hash-route';
import { comparisonValues, type Registries } from '../../platform/plugins/registry';

/**
 * Converts equivalent URLs of a page to the same URL. Uses https, and drops `www`, the default port, an index file and
 * the fragment (unless it is an app route).
 */
export function normalizeForCache(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  const path = url.pathname.replace(/\/index\.(?:html?|php|aspx?)$/i, '/');
  return `https://${host}${url.port ? `:${url.port}` : ''}${path}${url.search}${viewOf(url.hash)}`;
}

/** True for URLs that differ only in a trailing slash. A server may redirect one of them to the other. */
export function differInSlash(one: string, other: string): boolean {
  const [first, second] = [normalizeForCache(one), normalizeForCache(other)];
  return first !== second && withoutSlash(first) === withoutSlash(second);
}

const withoutSlash = (url: string): string => url.replace(/\/(?=$|[?#])/, '');

/** Returns the cache key of a page: URL, captures, and every option that changes what the site sends. */
export function cacheKey(spec: ScrapeSpec, registries: Registries, url = spec.url): string {
  const captures = registries.orderOf(spec).captures.map((request) => JSON.stringify(request));
  const flavour = captures.length > 0 ? `captures:${captures.sort().join(' ')}` : 'none';
  const place = `${spec.location?.country ?? 'US'}|${spec.location?.languages.join(',') ?? ''}`;
  return [normalizeForCache(url), spec.mobile ? 'mobile' : 'desktop', spec.blockAds, place, flavour].join(' ');
}

/** True for status codes that indicate a temporary state: rate limiting (429) or a server error. */
export const isPassing = (statusCode: number): boolean => statusCode === 429 || statusCode >= 500;

/** False if a cached copy could not satisfy the request. */
export function mayReadCache(spec: ScrapeSpec, registries: Registries): boolean {
  return (
    spec.maxAgeMs > 0 &&
    spec.waitForMs === 0 &&
    spec.proxy !== 'stealth' &&
    spec.ownProxy === undefined &&
    spec.actions.length === 0 &&
    spec.profile === undefined &&
    Object.keys(spec.headers).length === 0 &&
    comparisonValues(spec, registries).length === 0
  );
}
