import { LRUCache } from 'lru-cache';

/** Makes a function of language tags, or of other short keys, remember its answers: formats of `Intl` are costly to make. */
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
