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
  readonly #values = new Map<number, Set<number>>();

  /** Keys beyond `maxKeys` push out the oldest. */
  constructor(private readonly maxKeys = 20_000) {}

  admit(key: string, value: string, max: number): boolean {
    const id = hashOf(key);
    const values = this.#values.get(id) ?? this.#open(id);
    const code = hashOf(value);
    if (values.has(code)) return true;
    if (values.size >= max) return false;
    values.add(code);
    return true;
  }

  #open(id: number): Set<number> {
    if (this.#values.size >= this.maxKeys) {
      const oldest = this.#values.keys().next().value;
      if (oldest !== undefined) this.#values.delete(oldest);
    }
    const values = new Set<number>();
    this.#values.set(id, values);
    return values;
  }
}

/** For each key, admits the first value that came and no other. */
export class FirstComers {
  readonly #first = new Map<number, number>();

  constructor(private readonly maxKeys = 200_000) {}

  admit(key: string, value: string): boolean {
    const id = hashOf(key);
    const code = hashOf(value);
    const first = this.#first.get(id);
    if (first !== undefined) return first === code;
    if (this.#first.size >= this.maxKeys) {
      const oldest = this.#first.keys().next().value;
      if (oldest !== undefined) this.#first.delete(oldest);
    }
    this.#first.set(id, code);
    return true;
  }
}
