import { bareHost } from '../../common/url-identity';
import { rankLinks } from '../crawl/rank-links';
import type { ReadPage } from './merge-pages';
import { pageTask } from './page-task';

/** Words that often occur in links to pages that contain certain fields. */
const commonPlaces: readonly (readonly [field: RegExp, words: string])[] = [
  [/mail|phone|fax|address|contact|hours/i, 'contact kontakt contacto contatti about imprint impressum'],
  [/founder|founded|ceo|staff|employees|history/i, 'about team company history ueber'],
  [/price|cost|plan/i, 'price pricing preise prix product shop'],
  [/date|event|speaker|venue/i, 'event events agenda programme schedule termine'],
  [/salary|job|position|vacanc/i, 'jobs careers karriere stellen'],
];

/** Returns the last segments of JSON pointers as words: `/offers/0/unit_price` becomes `unit price`. */
export function fieldWords(paths: readonly string[]): readonly string[] {
  const names = paths.map(
    (path) =>
      path
        .split('/')
        .filter((part) => !/^\d*$/.test(part))
        .at(-1) ?? '',
  );
  return [...new Set(names.map((name) => name.replace(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()))].filter(
    Boolean,
  );
}

/**
 * Moves pages to the front if their URL contains a name from the prompt: `/shop/amber-lantern.html` for "Amber
 * Lantern".
 */
export function namedFirst(pages: readonly ReadPage[], prompt: string): readonly ReadPage[] {
  const asked = new Set(wordsIn(prompt));
  const isNamed = ({ url }: ReadPage): boolean => {
    const name = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '';
    const words = wordsIn(name.replace(/\.\w{2,5}$/, ''));
    return words.some((word) => word.length >= 4) && words.every((word) => asked.has(word));
  };
  return [...pages].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns links to pages that probably contain the missing values, best first. Considers only links to the host of the
 * page that contains them.
 */
export function nextLinks(
  pages: readonly ReadPage[],
  known: ReadonlySet<string>,
  missing: readonly string[],
  prompt: string,
): readonly string[] {
  const fields = fieldWords(missing).join(' ');
  const places = commonPlaces.flatMap(([field, words]) => (field.test(fields) ? words.split(' ') : []));
  const words = new Set([...(`${fields} ${prompt}`.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []), ...places]);
  const links = new Map<string, string>();
  for (const { url, links: found } of pages) {
    const host = bareHost(new URL(url).hostname);
    for (const link of found) {
      const target = URL.parse(link);
      if (!target || !/^https?:$/.test(target.protocol) || bareHost(target.hostname) !== host) continue;
      const { key = link } = pageTask(link, 1);
      if (!known.has(key) && !links.has(key)) links.set(key, link);
    }
  }
  const all = [...links.values()];
  const matching = all.filter((link) => [...words].some((word) => link.toLowerCase().includes(word)));
  return rankLinks(
    matching.map((url) => ({ url })),
    [...words].join(' '),
  ).map(({ url }) => url);
}
