import { parseNumber, parseScaled } from '../../../common/values/numbers';
import { parseMinutes } from '../../extraction/rules/values/durations';
import { dayOccurs } from './day-occurs';

const numberMark = /\d(?:[\d.,'’٬\u00a0\u202f\u2009 ]*\d)?/g;
const wideSigns = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;
const isoDay = /^((?:19|20)\d\d)-(\d\d)-(\d\d)(?:[T ][\d:.Z+-]*)?$/;
/**
 * Maximum number of words in a short value. A short value counts as found only if its words are close together on the
 * page.
 */
const fewWords = 8;
/** Minimum share of a longer value's words that the page must contain. */
const wordShare = 0.7;
const excerptLength = 200;

/** Finds values in the text of a page. */
export class PageFacts {
  readonly #folded: string;
  #words: readonly string[] | undefined;
  #places: ReadonlyMap<string, readonly number[]> | undefined;
  #numbers: ReadonlyMap<number, number> | undefined;

  constructor(private readonly text: string) {
    this.#folded = ` ${fold(text)} `;
  }

  /**
   * Returns the text around a string, URL, date, duration or number. Undefined if the page does not contain the value.
   */
  find(value: string | number): string | undefined {
    if (typeof value === 'number') return this.#findNumber(value);
    const day = isoDay.exec(value);
    if (day && !this.text.includes(value)) return dayOccurs(this.text, day[0].slice(0, 10));
    if (/^-?P[\dT]/.test(value)) return this.#findDuration(value);
    if (/^https?:\/\//i.test(value)) return this.#findAddress(value);
    return this.#findText(value);
  }

  /** Returns the numbers in a string that do not appear on the page. */
  unknownNumbers(text: string): readonly string[] {
    const found = [...text.matchAll(numberMark)].map(([written]) => written);
    return found.filter((written) => {
      const value = parseNumber(written);
      return value !== undefined && value > 10 && this.#findNumber(value) === undefined;
    });
  }

  #findText(value: string): string | undefined {
    const key = fold(value);
    if (key === '') return this.text.includes(value.trim()) ? value : undefined;
    const isWide = wideSigns.test(key);
    if (this.#folded.includes(isWide ? key : ` ${key} `)) return this.#excerpt(key);
    if (isWide) return this.#folded.replaceAll(' ', '').includes(key.replaceAll(' ', '')) ? value : undefined;
    const words = [...new Set(key.split(' '))];
    const known = words.filter((word) => this.#at(word).length > 0);
    if (words.length > fewWords) {
      const digits = words.filter((word) => /\d/.test(word));
      const isStated = known.length >= words.length * wordShare && digits.every((word) => known.includes(word));
      return isStated ? value.slice(0, excerptLength) : undefined;
    }
    return known.length === words.length && this.#together(words) ? value : undefined;
  }

  /** True if the given words are close together on the page. */
  #together(words: readonly string[]): boolean {
    const rarest = words.reduce((one, other) => (this.#at(other).length < this.#at(one).length ? other : one));
    const reach = words.length + 6;
    return this.#at(rarest).some((at) =>
      words.every((word) => this.#at(word).some((other) => Math.abs(other - at) <= reach)),
    );
  }

  #at(word: string): readonly number[] {
    if (!this.#places) {
      this.#words = this.#folded.trim().split(' ');
      const places = new Map<string, number[]>();
      this.#words.forEach((one, index) => {
        const known = places.get(one);
        if (known) known.push(index);
        else places.set(one, [index]);
      });
      this.#places = places;
    }
    return this.#places.get(word) ?? [];
  }

  #findNumber(value: number): string | undefined {
    this.#numbers ??= numbersOf(this.text);
    const size = Math.abs(value);
    const at = this.#numbers.get(size);
    if (at !== undefined) return this.#around(at);
    const percent = Math.round(size * 1e4) / 100;
    return this.#findWritten(
      (written) =>
        parseScaled(written) === size ||
        parseMinutes(written) === size ||
        (/^[\d.,]+\s?%/.test(written) && parseNumber(written) === percent),
    );
  }

  #findDuration(value: string): string | undefined {
    const minutes = parseMinutes(value);
    const found = minutes === undefined ? undefined : this.#findWritten((text) => parseMinutes(text) === minutes);
    return found ?? (this.text.includes(value) ? value : undefined);
  }

  /**
   * Finds the first number on the page that passes a test. The test receives the number plus the next 24 characters.
   */
  #findWritten(isWanted: (written: string) => boolean): string | undefined {
    for (const { index, 0: written } of this.text.matchAll(numberMark)) {
      const rest = this.text.slice(index, index + written.length + 24);
      if (isWanted(rest)) return this.#around(index);
    }
    return undefined;
  }

  #findAddress(value: string): string | undefined {
    if (this.text.includes(value.replace(/\/$/, ''))) return value;
    if (!URL.canParse(value)) return undefined;
    const { host, pathname, search } = new URL(value);
    return this.text.includes(host) && this.text.includes(pathname + search) ? value : undefined;
  }

  #around(at: number): string {
    const start = Math.max(0, at - 60);
    return this.text
      .slice(start, at + 100)
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** Returns the passage of the page that contains the normalized words in `key`. */
  #excerpt(key: string): string {
    const words = key
      .split(' ')
      .slice(0, 12)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const found = new RegExp(words.join('[^\\p{L}\\p{N}]+'), 'iu').exec(this.text);
    return found ? this.#around(found.index) : key.slice(0, excerptLength);
  }
}

/** Normalizes text to lower-case words with single spaces, without punctuation. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns the positions of all numbers in a string, keyed by value. An ambiguous number is included with each possible
 * value.
 */
function numbersOf(text: string): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { index, 0: written } of text.normalize('NFKC').matchAll(numberMark)) {
    const plain = written.replace(/[\s'’٬]/g, '');
    const readings = [
      parseNumber(written),
      Number(plain.replaceAll(',', '')),
      Number(plain.replaceAll('.', '').replace(',', '.')),
    ];
    for (const part of written.split(/[\s]+/)) readings.push(parseNumber(part));
    for (const reading of readings) {
      if (reading !== undefined && Number.isFinite(reading) && !numbers.has(reading)) numbers.set(reading, index);
    }
  }
  return numbers;
}
