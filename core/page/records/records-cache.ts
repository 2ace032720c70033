import type { Element } from 'domhandler';
import type { PickedRecord } from './shape';

interface Known<T> {
  readonly records: readonly PickedRecord[];
  readonly value: T;
}

/** Maximum number of cached lists with the same first record. */
const maxKnown = 6;

/**
 * Caches a value for each list of records on a page. The page must not change. Most clicks select a list that is
 * already cached.
 */
export class RecordsCache<T> {
  readonly #known = new WeakMap<Element, readonly Known<T>[]>();

  /** Returns the cached value of a list. Calls `make` only if the list is new. */
  of(records: readonly PickedRecord[], make: () => T): T {
    const first = records[0]?.[0];
    if (!first) return make();
    const known = this.#known.get(first) ?? [];
    const found = known.find((one) => areSame(one.records, records));
    if (found) return found.value;
    const value = make();
    this.#known.set(first, [{ records, value }, ...known].slice(0, maxKnown));
    return value;
  }
}

const areSame = (some: readonly PickedRecord[], others: readonly PickedRecord[]): boolean =>
  some.length === others.length &&
  some.every((record, at) => {
    const other = others[at];
    return record.length === other?.length && record.every((part, index) => part === other[index]);
  });
