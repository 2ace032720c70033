import { RecentTexts } from '../../../../common/values/recent-texts';

const WORD = /[\p{L}\p{N}]+/gu;

/** Splits a name into lower-case words. `priceCurrency`, `price_currency` and `Price currency` yield the same words. */
export const wordsOf = (name: string): readonly string[] => names.of(name, splitName);

const names = new RecentTexts<readonly string[]>();

function splitName(name: string): readonly string[] {
  return (
    name
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .match(WORD) ?? []
  );
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Normalizes a label: converts it to lower case and removes punctuation and bracketed text. */
export function labelKey(label: string): string {
  const bare = (PLAIN.test(label) ? label : label.normalize('NFKC'))
    .replace(/\([^)]*\)?|\[[^\]]*\]?/g, (bracketed) => (/[)\]]$/.test(bracketed) ? ' ' : bracketed))
    .toLowerCase();
  return (bare.match(WORD) ?? []).join(' ');
}

/** Compares two names word by word. Returns a similarity from 0 to 1 (equal). */
export function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.some((other) => sameWord(word, other))) shared++;
  return (2 * shared) / (a.length + b.length);
}

/** True if two words differ at most in a plural ending or in the spelling of accents and umlauts. */
const sameWord = (a: string, b: string): boolean =>
  a === b || stem(a) === stem(b) || (isFoldable(a + b) && folded(a) === folded(b));

/** True for text with accented letters, which field names often replace with ASCII letters. */
const isFoldable = (text: string): boolean => /[À-ÿĀ-ſ]/.test(text);

/** Replaces accented letters and letter pairs such as `ae` with plain letters, so that `ä` and `ae` are equal. */
const folded = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/([aou])e/g, '$1');

const stem = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};
