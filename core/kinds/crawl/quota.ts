import { RecentMap } from './recent';

/** A number for a text, the same on every run; 53 bits make two texts with one number as good as impossible in a job. */
export function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** For each key, admits a number of different values; a value that was admitted once stays admitted. */
export class Quotas {
  readonly #values: RecentMap<number, Set<number>>;

  /** Of more than `keys` keys, those nobody has asked for lately are forgotten. */
  constructor(keys = 10_000) {
    this.#values = new RecentMap(keys);
  }

  admit(key: string, value: string, max: number): boolean {
    const values = this.#values.open(hashOf(key), () => new Set());
    const code = hashOf(value);
    if (values.has(code)) return true;
    if (values.size >= max) return false;
    values.add(code);
    return true;
  }
}

/** For each key, admits the first value that came and no other. */
export class FirstComers {
  readonly #first: RecentMap<number, number>;

  constructor(keys = 100_000) {
    this.#first = new RecentMap(keys);
  }

  admit(key: string, value: string): boolean {
    const code = hashOf(value);
    return this.#first.open(hashOf(key), () => code) === code;
  }
}
