/**
 * LRU map that holds between `size` and twice `size` recently used keys. It rotates two maps, because evicting keys
 * individually from a single map becomes slow.
 */
export class RecentMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(private readonly size: number) {}

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.size && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  /** Returns the value for a key, creating it if absent. */
  open(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const fresh = make();
    this.set(key, fresh);
    return fresh;
  }
}
