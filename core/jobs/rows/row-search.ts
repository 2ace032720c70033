import { LRUCache } from 'lru-cache';
import { fold } from './fold';

/**
 * Number of cached searches. When the user adds a word or letter, only the rows found by the previous search are
 * checked.
 */
const keptSearches = 16;

/** Rows that contain all words of a search. `size` and `texts` are the numbers of rows and texts searched so far. */
interface Found {
  readonly rows: Int32Array;
  readonly size: number;
  readonly texts: number;
}

/**
 * Searchable strings of a table: the values of each row, and the text of its page. Texts may be added later than rows.
 * Earlier searches stay valid, because they are extended by the rows and texts added since.
 */
export class RowSearch {
  readonly #values: string[] = [];
  #texts: string[] = [];
  #textLength = 0;
  /** Index of the first row whose text no longer fits within the limit for searchable text. */
  #full: number | undefined;
  readonly #searches = new LRUCache<string, Found>({ max: keptSearches });

  /** `maxTextLength` is the maximum total length of all texts, in characters. */
  constructor(private readonly maxTextLength: number) {}

  get size(): number {
    return this.#values.length;
  }

  /** Number of rows whose text has been added. */
  get texts(): number {
    return this.#texts.length;
  }

  /** Number of rows whose text is searched. Undefined if the text of all rows is searched. */
  get searched(): number | undefined {
    return this.#full ?? (this.texts < this.size ? this.texts : undefined);
  }

  /** Adds the folded values of the next row. */
  add(values: string): void {
    this.#values.push(values);
  }

  /**
   * Adds the text of the first row that has no text yet. Adds an empty text instead once the limit has been exceeded.
   */
  addText(text: string): void {
    this.#texts.push(this.#fits(text) ? fold(text) : '');
  }

  removeTexts(): void {
    this.#texts = [];
    this.#textLength = 0;
    this.#full = undefined;
    this.#searches.clear();
  }

  /** Returns the rows that contain all words, sorted by row number. */
  find(words: readonly string[]): Int32Array {
    const last = words.at(-1);
    if (last === undefined) return allRows(this.size);
    const before = words.slice(0, -1);
    const same = this.#known(words);
    if (same) return same;
    let rows: Int32Array | undefined;
    for (let length = last.length - 1; length > 0 && !rows; length--)
      rows = this.#known([...before, last.slice(0, length)]);
    const found = this.#among(rows ?? this.find(before), last);
    this.#keep(words, found);
    return found;
  }

  #fits(text: string): boolean {
    if (text === '' || this.#full !== undefined) return false;
    this.#textLength += text.length;
    if (this.#textLength > this.maxTextLength) this.#full = this.texts;
    return this.#full === undefined;
  }

  #keep(words: readonly string[], rows: Int32Array): void {
    this.#searches.set(words.join(' '), { rows, size: this.size, texts: this.texts });
  }

  /** Returns the result of an earlier search, extended by the rows and texts that were added since. */
  #known(words: readonly string[]): Int32Array | undefined {
    const known = this.#searches.get(words.join(' '));
    if (!known || (known.size === this.size && known.texts === this.texts)) return known?.rows;
    const { rows, size, texts } = known;
    const matches = (row: number): boolean => words.every((word) => this.#contains(row, word));
    const found = [
      rows.subarray(0, placeOf(rows, texts)),
      rangeWhere(texts, this.texts, matches),
      rows.subarray(placeOf(rows, this.texts)),
      rangeWhere(Math.max(size, this.texts), this.size, matches),
    ];
    const all = joined(found);
    this.#keep(words, all);
    return all;
  }

  #among(rows: Int32Array, word: string): Int32Array {
    const found = new Int32Array(rows.length);
    let count = 0;
    for (const row of rows) if (this.#contains(row, word)) found[count++] = row;
    return count === found.length ? found : found.slice(0, count);
  }

  #contains(row: number, word: string): boolean {
    return this.#values[row]?.includes(word) === true || this.#texts[row]?.includes(word) === true;
  }
}

/** Returns the index of the first value in an ascending list that is not less than `row`. */
function placeOf(rows: Int32Array, row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function allRows(size: number): Int32Array {
  const rows = new Int32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  return rows;
}

function rangeWhere(from: number, to: number, matches: (row: number) => boolean): Int32Array {
  const found: number[] = [];
  for (let row = from; row < to; row++) if (matches(row)) found.push(row);
  return Int32Array.from(found);
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
