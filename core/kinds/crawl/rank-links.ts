import { percentDecoded } from '../../common/values/percent-decoded';

/** A URL on a site, with the title and description of its page, if known. */
export interface MapLink {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the relevance of a link to the search words. Full-word matches count more than partial matches, and matches
 * in titles count more than matches in URLs.
 */
function scoreOf(link: MapLink, words: readonly string[]): number {
  const address = percentDecoded(link.url);
  const inAddress = new Set(wordsOf(address));
  const lower = address.toLowerCase();
  const about = `${link.title ?? ''} ${link.description ?? ''}`;
  const inTexts = new Set(wordsOf(about));
  let score = 0;
  for (const word of words) {
    if (inAddress.has(word)) score += 4;
    else if (lower.includes(word)) score += 2;
    if (inTexts.has(word)) score += 3;
  }
  return score;
}

/** Sorts links by relevance. Ties are broken by URL length, shortest first, and then by original order. */
export function rankLinks(links: readonly MapLink[], search: string): readonly MapLink[] {
  const words = [...new Set(wordsOf(search))];
  if (words.length === 0) return links;
  return links
    .map((link, place) => ({ link, place, score: scoreOf(link, words) }))
    .sort((a, b) => b.score - a.score || (a.score > 0 ? a.link.url.length - b.link.url.length : 0) || a.place - b.place)
    .map(({ link }) => link);
}
