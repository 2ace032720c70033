import { type Document, type ParentNode } from 'domhandler';
import { isHashRoute } from '../../../common/values/hash-route';
import { surveyOf } from './page-survey';

/** Matches paths that a URL parser would leave unchanged, including any query and fragment. */
const PLAIN_PATH = /^\/(?!\/)[\w/-]*(?:\.\w+)?(?:\?[\w=&+.%/-]*)?(?:#[\w-]*)?$/;
let lastBase = '';
let lastStart = '';

/**
 * Returns the part of an http(s) URL before the path. Empty for any other URL. Caches the last result, because most
 * links on a page have the same base.
 */
function startOf(base: string): string {
  if (base !== lastBase) {
    const href = URL.parse(base)?.href ?? '';
    lastBase = base;
    lastStart = /^https?:\/\/[^/]+/.exec(href)?.[0] ?? '';
  }
  return lastStart;
}

/** Resolves a URL reference and repairs `http:/x`. Undefined if the reference is invalid. */
export function resolveUrl(reference: string, base: string): string | undefined {
  // A typical link is a plain path. Prepending the origin is ten times as fast as parsing the URL.
  const start = PLAIN_PATH.test(reference) ? startOf(base) : '';
  if (start !== '') return start + reference;
  const trimmed = reference.trim().replace(/^(https?):\/(?!\/)/i, '$1://');
  const url = URL.parse(trimmed, base);
  return url === null ? undefined : url.href;
}

/** An absolute URL without a path. */
const bareOrigin = /^https?:\/\/[^/?#\\\s]+(?=[?#]|$)/i;

/** Returns the absolute URL of a link. Does not add a slash to a URL without a path, such as `https://example.com`. */
export function linkUrl(reference: string, base: string): string {
  const written = reference.trim();
  const url = resolveUrl(written, base);
  return url === undefined || written.replace(bareOrigin, '$&/') === url ? written : url;
}

/** Returns the base URL of a page: its first usable `<base href>`, else its own URL. */
export function baseUrlOf(document: ParentNode, url: string): string {
  const href = surveyOf(document).base;
  const base = href === '' ? undefined : resolveUrl(href, url);
  return base !== undefined && /^https?:/.test(base) ? base : url;
}

/** Path of a site's home page, or of the home page in one of its languages. */
const START_PATH = /^\/([a-z]{2}([-_][a-z]{2})?\/?)?(index\.\w+)?$/i;

/** True if a reference links to the home page of the same site. */
export function isStartPage(reference: string, page: string): boolean {
  const url = URL.parse(reference.trim(), page);
  return url !== null && START_PATH.test(url.pathname) && url.search === '' && siteOf(url) === siteOf(URL.parse(page));
}

const siteOf = (url: URL | null): string | undefined => url?.host.replace(/^www\./, '');

/**
 * Returns the distinct absolute http(s) URLs linked on a page, in page order. Skips links with a fragment, unless the
 * fragment is a route such as `#/about`.
 */
export function discoverLinks(document: Document, url: string): readonly string[] {
  const base = baseUrlOf(document, url);
  const found = new Set<string>();
  for (const { attribs } of surveyOf(document).anchors) {
    const link = resolveUrl(attribs.href ?? '', base);
    if (link === undefined || !/^https?:/.test(link)) continue;
    const hash = link.indexOf('#');
    if (hash < 0 || isHashRoute(link.slice(hash))) found.add(link);
  }
  return [...found];
}
