/** What the choice between cached copies of one page looks at. */
export interface CacheCandidate {
  readonly statusCode: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const isGood = (entry: CacheCandidate): boolean => entry.statusCode >= 200 && entry.statusCode < 300;

/** So many errors in a row outweigh an older good copy. */
const errorsThatCount = 3;

/** Copies worth keeping, best first: the newest good one, unless three newer ones are errors. */
export function rankCached<T extends CacheCandidate>(entries: readonly T[]): readonly T[] {
  const sorted = [...entries].sort((a, b) => b.at - a.at);
  const good = sorted.findIndex(isGood);
  if (good === -1) return sorted.slice(0, errorsThatCount);
  const errors = sorted.slice(0, good).slice(0, errorsThatCount);
  const copy = sorted.slice(good, good + 1);
  return good >= errorsThatCount ? [...errors, ...copy] : [...copy, ...errors];
}
