import { resolveUrl } from '../documents/content/urls';
import type { Evidence } from '../extraction/rules/page/evidence';
import { findElements } from '../extraction/rules/page/text-of';

/** Maximum number of similar pages to return. */
const maxPages = 3;

/**
 * Returns linked URLs with the same structure as the page's URL, e.g. `/p/kettle` and `/p/pan`, or `?id=4` and `?id=9`.
 */
export function similarPages({ document, base, url }: Pick<Evidence, 'document' | 'base' | 'url'>): readonly string[] {
  const own = formOf(url);
  const found = new Set<string>();
  for (const { attribs } of findElements(document, ({ attribs: { href } }) => href !== undefined)) {
    const address = resolveUrl(attribs.href ?? '', base)?.replace(/#.*/s, '');
    if (address === undefined || address === url.replace(/#.*/s, '') || own === undefined) continue;
    if (formOf(address) === own) found.add(address);
    if (found.size === maxPages) break;
  }
  return [...found];
}

/** Returns the structure of a URL. Ignores query values, and the words and numbers in the last path segment. */
function formOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const parts = url.pathname.split('/');
  const last = parts.findLastIndex((part) => part !== '');
  if ((last < 1 || /^index\./.test(parts[last] ?? '')) && url.search === '') return undefined;
  const names = [...url.searchParams.keys()].sort().join('&');
  if (names !== '') return `${url.host}${url.pathname}?${names}`;
  const kind = (parts[last] ?? '')
    .replace(/\d+/g, '0')
    .replace(/\p{L}+/gu, 'a')
    .replace(/(?:[-_]?[a0])+/g, 'a');
  return `${url.host}${[...parts.slice(0, last), kind, ...parts.slice(last + 1)].join('/')}`;
}
