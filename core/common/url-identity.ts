import type { IdentityRules } from './job-specs';
import { viewOf } from './values/hash-route';

const unreserved = /^[A-Za-z0-9\-._~]$/;

/** Returns a host without `www.` and without a trailing dot. */
export function bareHost(host: string): string {
  const plain = host.startsWith('www.') ? host.slice(4) : host;
  return plain.endsWith('.') ? plain.slice(0, -1) : plain;
}

/**
 * Returns the URL to fetch and show. Removes the fragment, unless an app uses it as a route. Removes the query if
 * `ignoreQueryParameters` is set. Undefined if the input is not an http(s) URL.
 */
export function normalizeUrl(text: string | URL, rules: Pick<IdentityRules, 'ignoreQueryParameters'>): URL | undefined {
  const url = typeof text === 'string' ? URL.parse(text) : new URL(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  // Avoids unnecessary assignments, because setting a part of a URL costs more than parsing the URL.
  const { href } = url;
  if (href.includes('#')) url.hash = viewOf(url.hash);
  // A URL with an empty query (`/a?`) leads to the same page as the URL without a query.
  if (href.includes('?') && (rules.ignoreQueryParameters || url.search === '')) url.search = '';
  return url;
}

/** Matches parameters that identify a campaign or a click, but never a page. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|gad_source|gad_campaignid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|srsltid|mc_[ce]id|mkt_tok|_ga|_gl|_hsenc|_hsmi|__hs\w+|vero_id|oly_(?:anon|enc)_id|wickedid|s_cid|ref_src)$/i;

/** Returns a query without parameters that only track visitors. */
function withoutTracking(search: string): string {
  if (search === '') return '';
  const all = search.slice(1).split('&');
  const kept = all.filter((pair) => !TRACKING.test(pair.split('=', 1)[0] ?? ''));
  if (kept.length === all.length) return search;
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** Returns the key of a normalized URL. Within a job, URLs with the same key count as the same page. */
export function urlKey(url: URL, rules: Pick<IdentityRules, 'deduplicateSimilarURLs'>): string {
  const path = plainEscapes(url.pathname);
  if (!rules.deduplicateSimilarURLs) return `${url.protocol}//${url.host}${path}${plainEscapes(url.search)}${url.hash}`;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${bareHost(url.hostname)}${port}${barePath(path)}${plainEscapes(withoutTracking(url.search))}${url.hash}`;
}

/** Returns the key of a URL string. Undefined when the string is not an http(s) URL. */
export function keyOf(text: string, rules: IdentityRules): string | undefined {
  const url = normalizeUrl(text, rules);
  return url && urlKey(url, rules);
}

/** Returns a path without its index file and trailing slash. Empty for the root. */
function barePath(path: string): string {
  const slash = path.endsWith('/') ? path.slice(0, -1) : path;
  const index = slash.endsWith('/index.html') ? 11 : slash.endsWith('/index.php') ? 10 : 0;
  return index === 0 ? slash : slash.slice(0, -index);
}

/** Decodes escaped unreserved characters (`%7e` to `~`) and converts all other escapes to upper case. */
function plainEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return unreserved.test(char) ? char : code.toUpperCase();
  });
}
