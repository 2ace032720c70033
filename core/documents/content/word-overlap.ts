import { MAX_CHARS, words } from './words';

/** How many words a text has, and how many of them are in each of two sets. */
export interface Overlap {
  count: number;
  inFirst: number;
  inSecond: number;
}

/** Per ASCII character what it is in lower case, or 0 where it is no part of a word. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(char) ? char.toLowerCase().charCodeAt(0) : 0;
});
const FILTER_SIZE = 1024;

const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 16777619);
const slot = (hash: number): number => (hash ^ (hash >>> 15)) & (FILTER_SIZE - 1);

/** Finds the words of texts in two sets of words. Hardly any word is in one, so that is seen without making strings. */
export class WordOverlap {
  /** 1 where a word of the sets has its slot. */
  private readonly filter = new Uint8Array(FILTER_SIZE);

  constructor(
    private readonly first: ReadonlySet<string>,
    private readonly second: ReadonlySet<string>,
  ) {
    for (const word of [...first, ...second]) {
      let hash = 0;
      for (let i = 0; i < word.length; i++) hash = mix(hash, word.charCodeAt(i));
      this.filter[slot(hash)] = 1;
    }
  }

  /** Counts the words of a text. */
  of(text: string): Overlap {
    const found = { count: 0, inFirst: 0, inSecond: 0 };
    const end = Math.min(text.length, MAX_CHARS);
    let start = -1;
    let hash = 0;
    for (let i = 0; i <= end; i++) {
      const code = i < end ? text.charCodeAt(i) : 0;
      // Only in ASCII is it known without tables what a word is.
      if (code >= 128) return this.ofAny(text);
      const folded = FOLDED[code] as number;
      if (folded !== 0) {
        if (start < 0) hash = 0;
        if (start < 0) start = i;
        hash = mix(hash, folded);
      } else if (start >= 0) {
        found.count++;
        if (this.filter[slot(hash)] === 1) this.add(found, text.slice(start, i).toLowerCase());
        start = -1;
      }
    }
    return found;
  }

  private ofAny(text: string): Overlap {
    const found = { count: 0, inFirst: 0, inSecond: 0 };
    for (const word of words(text)) {
      found.count++;
      this.add(found, word);
    }
    return found;
  }

  private add(found: Overlap, word: string): void {
    if (this.first.has(word)) found.inFirst++;
    if (this.second.has(word)) found.inSecond++;
  }
}
