import type { Document } from 'domhandler';
import { surveyOf } from './page-survey';
import { baseUrlOf, resolveUrl } from './urls';

/** A fragment that a single-page application uses as a route, as in `#/about`. */
const isRoute = (hash: string): boolean => hash.length > 1 && hash.includes('/');

/** The http(s) addresses a page's anchors lead to, absolute, each once, in page order; plain fragments lead nowhere. */
export function discoverLinks(document: Document, url: string): readonly string[] {
  const base = baseUrlOf(document, url);
  const found = new Set<string>();
  for (const { attribs } of surveyOf(document).anchors) {
    const link = resolveUrl(attribs.href ?? '', base);
    if (link === undefined || !/^https?:/.test(link)) continue;
    const hash = link.indexOf('#');
    if (hash < 0 || isRoute(link.slice(hash))) found.add(link);
  }
  return [...found];
}
