import { inject, injectable } from 'inversify';
import type { OwnPages, SearchHit } from '../search-plugin';
import { type FoundPage, PageCache } from '../storage/ports';

/** Pages that are weighed against each other. */
const mostWeighed = 300;
const excerptChars = 240;

const wordsOf = (text: string): readonly string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];

/** The search through the pages that are in the cache. */
@injectable()
export class CachedPages implements OwnPages {
  constructor(@inject(PageCache) private readonly pages: PageCache) {}

  /** `site:host` keeps to the pages of a host. */
  async search(text: string, limit: number): Promise<readonly SearchHit[]> {
    const sites = [...text.matchAll(/\bsite:(\S+)/g)].map((match) => match[1] ?? '');
    const words = wordsOf(text.replace(/\b\w+:\S+|\bOR\b|[()"]/g, ' ')).slice(0, 20);
    const found = await this.pages.search(words, mostWeighed);
    const kept = found.filter(({ url }) => sites.length === 0 || sites.some((site) => isOn(url, site)));
    const distinct = [...new Map([...kept].reverse().map((page) => [page.url, page])).values()];
    return rank(distinct, words)
      .slice(0, limit)
      .map((page) => ({ url: page.url, title: page.title || page.url, description: excerptOf(page, words) }));
  }
}

function isOn(url: string, site: string): boolean {
  const { hostname, host } = new URL(url);
  return host === site || hostname === site || hostname.endsWith(`.${site}`);
}

/** Rare words count more than common ones, the title more than the address, and both more than the text. */
function rank(pages: readonly FoundPage[], words: readonly string[]): readonly FoundPage[] {
  const read = pages.map((page) => ({
    page,
    title: new Set(wordsOf(page.title)),
    address: page.url.toLowerCase(),
    text: `${page.description} ${page.text}`.toLowerCase(),
  }));
  const weights = words.map((word) => {
    const holding = read.filter(({ title, address, text }) => title.has(word) || `${address} ${text}`.includes(word));
    return { word, weight: Math.log(1 + pages.length / Math.max(1, holding.length)) };
  });
  const scoreOf = ({ title, address, text }: (typeof read)[number]): number =>
    weights.reduce((sum, { word, weight }) => {
      const times = Math.min(5, text.split(word).length - 1);
      return sum + weight * ((title.has(word) ? 4 : 0) + (address.includes(word) ? 2 : 0) + Math.log2(1 + times));
    }, 0);
  return read
    .map((one) => ({ page: one.page, score: scoreOf(one) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ page }) => page);
}

/** The text around the first word that stands in it. */
function excerptOf({ description, text }: FoundPage, words: readonly string[]): string {
  if (description !== '') return description;
  const plain = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#*_`|>\s]+/g, ' ')
    .trim();
  const places = words.map((word) => plain.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, plain.length) - 60);
  return plain.slice(places.length === 0 ? 0 : from, (places.length === 0 ? 0 : from) + excerptChars).trim();
}
