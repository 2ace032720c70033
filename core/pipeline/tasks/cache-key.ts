import type { ScrapeSpec } from '../../common/model';
import { viewOf } from '../../common/values/hash-route';
import { comparisonsOf, type Registries } from '../../platform/plugins/registry';

/** One spelling for all addresses of a page: https, no www, no default port, index file or trailing slash, no fragment but a view of an app. */
export function normalizeForCache(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  const path = url.pathname.replace(/\/index\.(?:html?|php|aspx?)$/i, '/').replace(/(?<!\/)\/+$/, '');
  return `https://${host}${url.port ? `:${url.port}` : ''}${path}${url.search}${viewOf(url.hash)}`;
}

/** The key a page is cached under: address, what was captured, and everything that changes what the site sends. */
export function cacheKey(spec: ScrapeSpec, registries: Registries): string {
  const captures = registries.orderOf(spec).captures.map((request) => JSON.stringify(request));
  const flavour = captures.length > 0 ? `captures:${captures.sort().join(' ')}` : 'none';
  const place = `${spec.location?.country ?? 'US'}|${spec.location?.languages.join(',') ?? ''}`;
  return [normalizeForCache(spec.url), spec.mobile ? 'mobile' : 'desktop', spec.blockAds, place, flavour].join(' ');
}

/** True for an answer that says how things were for a moment only: too many requests, or a server in trouble. */
export const isPassing = (statusCode: number): boolean => statusCode === 429 || statusCode >= 500;

/** False where a cached copy would not be what was asked for. */
export function mayReadCache(spec: ScrapeSpec, registries: Registries): boolean {
  return (
    spec.maxAgeMs > 0 &&
    spec.waitForMs === 0 &&
    spec.proxy !== 'stealth' &&
    spec.actions.length === 0 &&
    spec.profile === undefined &&
    Object.keys(spec.headers).length === 0 &&
    comparisonsOf(spec, registries).length === 0
  );
}
