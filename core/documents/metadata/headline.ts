import { firstTag, type HeadFacts } from './meta-tags';

const SEPARATOR = /\s+[|–—\-·:»•]+\s+|\s*\|\s*|\s*[–—]\s*|\s*::\s*/;
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The page's title without the name of the site: a heading or `og:title` that the title contains, else the title less a
 * last part that is the site's name, else the title as it stands.
 */
export function headlineOf(head: HeadFacts, headings: readonly string[], siteName: string | undefined): string {
  const title = fold(head.title);
  const site = fold(siteName ?? '');
  const stated = firstTag(head, ['og:title']);
  for (const candidate of [...headings, ...(stated === undefined ? [] : [stated])]) {
    const folded = fold(candidate);
    if (folded.length > 2 && folded !== site && ` ${title} `.includes(` ${folded} `)) return candidate;
  }
  const parts = head.title.split(SEPARATOR);
  const last = parts[parts.length - 1] ?? '';
  if (parts.length < 2 || site === '' || fold(last) !== site) return head.title || (headings[0] ?? stated ?? '');
  return head.title.slice(0, head.title.lastIndexOf(last)).replace(/[\s|–—\-·:»•]+$/, '');
}
