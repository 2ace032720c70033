import { RecentMap } from './recent';

/** Returns a 53-bit hash of a string, stable across runs. Collisions within a job are negligible. */
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

/** Admits a limited number of distinct values per key. A value that was admitted once is always admitted. */
export class Quotas {
  readonly #values: RecentMap<number, Set<number>>;

  /** `keys` is the minimum number of keys to remember. The least recently used keys are evicted. */
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

/** Admits only the first value per key. */
export class FirstValues {
  readonly #first: RecentMap<number, number>;

  constructor(keys = 100_000) {
    this.#first = new RecentMap(keys);
  }

  admit(key: string, value: string): boolean {
    const code = hashOf(value);
    return this.#first.open(hashOf(key), () => code) === code;
  }
}
