import { LRUCache } from 'lru-cache';

/** Caches a function's results by language tag or a similar key, because `Intl` formatters are expensive to create. */
export function perTag<T extends {}>(answer: (tag: string) => T): (tag: string) => T {
  const known = new LRUCache<string, T>({ max: 500 });
  return (tag) => {
    const found = known.get(tag);
    if (found !== undefined) return found;
    const made = answer(tag);
    known.set(tag, made);
    return made;
  };
}
