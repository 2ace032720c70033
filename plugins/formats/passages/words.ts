import { hasStemmer, isStopWord, type Stem } from './languages';

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af々ー]/;
const WORD = /\d+(?:[.,'’\u00a0\u202f]\d+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af々ー]+|[\p{L}\p{M}]+/gu;
/** Languages that write compounds as one word. In these languages, words are also matched inside other words. */
const COMPOUND_LANGUAGES = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);

/** Converts Markdown to plain text. Removes link targets and emphasis markers. */
export const plainOf = (markdown: string): string =>
  markdown
    .replace(/!?\[([^[\]]{0,1000})\]\([^()\s]{0,2000}(?: "[^"]{0,300}")?\)/g, '$1')
    .replace(/[*_`~\\]{1,3}/g, '')
    .trim();

/** Converts text to stems, and caches the stem of each word. */
export class Stems {
  readonly #known = new Map<string, string>();
  readonly #minShared: number;

  constructor(
    readonly language: string,
    private readonly stem: Stem,
  ) {
    this.#minShared = hasStemmer(language) ? 5 : 4;
  }

  /** True for a language that writes compounds as one word. */
  get hasCompounds(): boolean {
    return COMPOUND_LANGUAGES.has(this.language);
  }

  /**
   * Returns the stems in a text, in order. Numbers become plain digits. `pairsOf` splits text in scripts without spaces
   * between words.
   */
  of(text: string, { withStopWords = true } = {}): readonly string[] {
    const words = text
      .normalize('NFKC')
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .match(WORD);
    return (words ?? []).flatMap((word) => {
      if (!withStopWords && isStopWord(word, this.language)) return [];
      return CJK.test(word) ? pairsOf(word) : this.one(word);
    });
  }

  /** Returns the stem of a lower-case word without its accents, or a number in plain digits. */
  one(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const stem = /^\d/.test(word)
      ? word.replace(/[.,'’\u00a0\u202f](?=\d{3}(?!\d))/g, '').replace(',', '.')
      : this.#fold(word);
    this.#known.set(word, stem);
    return stem;
  }

  #fold(word: string): string {
    const stem = this.stem(word);
    // In Cyrillic and some other scripts, a letter with a diacritic is a different letter, so diacritics are preserved.
    return /[\u0400-\u04ff]/.test(stem)
      ? stem.replaceAll('ё', 'е')
      : stem.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  }

  /**
   * Returns the quality of a match between a word on the page and a query word, 0–1. The same stem scores highest,
   * followed by another inflected form, and then by a compound that contains the query word.
   */
  likeness(wanted: string, word: string): number {
    if (wanted === word) return 1;
    if (/^\d/.test(wanted) || wanted.length < 4 || word.length < 4) return 0;
    let shared = 0;
    while (shared < wanted.length && wanted[shared] === word[shared]) shared++;
    const shorter = Math.min(wanted.length, word.length);
    const longer = Math.max(wanted.length, word.length);
    // Stems that differ only near the end are forms of one word. Without a stemmer, the difference may start earlier.
    if (shared >= this.#minShared && shared >= shorter - 1 && longer - shared <= 3) return 0.8;
    if (!COMPOUND_LANGUAGES.has(this.language))
      return shared >= 5 && shared === shorter && longer - shared <= 5 ? 0.6 : 0;
    if (word.length > wanted.length && word.includes(wanted))
      return word.endsWith(wanted) || shared === wanted.length ? 0.7 : 0.5;
    return word.length >= 5 && wanted.includes(word) ? 0.6 : 0;
  }
}

/**
 * Splits a run of characters without spaces into words: pairs of ideographs or Hangul, and complete katakana words.
 * Hiragana, which mostly forms particles and endings, is used only if the run contains nothing else.
 */
function pairsOf(run: string): readonly string[] {
  const parts = run.match(/[\u30a0-\u30ffー]+|[\u3400-\u9fff々]+|[\uac00-\ud7af]+/g) ?? [];
  if (parts.length === 0) return run.length > 4 ? [] : [run];
  return parts.flatMap((part) => {
    if (part.length === 1 || /^[\u30a0-\u30ff]/.test(part)) return [part];
    return Array.from({ length: part.length - 1 }, (_, at) => part.slice(at, at + 2));
  });
}
