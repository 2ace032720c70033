import { inject, injectable } from 'inversify';
import type { OwnPages, SearchHit } from '../contract/search-plugin';
import { type FoundPage, PageSearch } from './page-search';

const excerptChars = 240;

const wordsOf = (text: string): readonly string[] => [
  ...new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []),
];

/** Lets search plugins search the cached pages. */
@injectable()
export class CachedPages implements OwnPages {
  constructor(@inject(PageSearch) private readonly pages: PageSearch) {}

  /** Searches the cached pages. `site:host` in the text restricts the search to a host. */
  async search(text: string, limit: number): Promise<readonly SearchHit[]> {
    const sites = [...text.matchAll(/\bsite:(\S+)/g)].map((match) => match[1] ?? '');
    const words = wordsOf(text.replace(/\b\w+:\S+|\bOR\b|[()"]/g, ' ')).slice(0, 20);
    const found = await this.pages.search({ words, sites }, limit);
    return found.map((page) => ({ url: page.url, title: page.title || page.url, description: excerptOf(page, words) }));
  }
}

/** Returns the page's description, or an excerpt around the first matching word. */
function excerptOf({ description, text }: FoundPage, words: readonly string[]): string {
  if (description !== '') return description;
  const plain = text
    .replace(/!?\[([^[\]]*)\]\([^)[]*\)/g, '$1')
    .replace(/[#*_`|>\s]+/g, ' ')
    .trim();
  const places = words.map((word) => plain.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, plain.length) - 60);
  return plain.slice(places.length === 0 ? 0 : from, (places.length === 0 ? 0 : from) + excerptChars).trim();
}
