import { type Document, type ParentNode } from 'domhandler';
import { isHashRoute } from '../../../common/values/hash-route';
import { surveyOf } from './page-survey';

/** Repairs `http:/x` and resolves a reference; `undefined` when nothing sensible comes of it. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const trimmed = reference.trim().replace(/^(https?):\/(?!\/)/i, '$1://');
  const url = URL.parse(trimmed, base);
  return url === null ? undefined : url.href;
}

/** The address references of a page are resolved against: its first `<base href>` if usable, else its own. */
export function baseUrlOf(document: ParentNode, url: string): string {
  const href = surveyOf(document).base;
  const base = href === '' ? undefined : resolveUrl(href, url);
  return base !== undefined && /^https?:/.test(base) ? base : url;
}

/** The start page of a site, or of one of its languages. */
const START_PATH = /^\/([a-z]{2}([-_][a-z]{2})?\/?)?(index\.\w+)?$/i;

/** True where an address leads from a page to the start page of its site. */
export function isStartPage(reference: string, page: string): boolean {
  const url = URL.parse(reference.trim(), page);
  return url !== null && START_PATH.test(url.pathname) && url.search === '' && siteOf(url) === siteOf(URL.parse(page));
}

const siteOf = (url: URL | null): string | undefined => url?.host.replace(/^www\./, '');

/** The http(s) addresses a page's anchors lead to, absolute, each once, in page order; plain fragments lead nowhere. */
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
