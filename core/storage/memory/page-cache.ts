import { rankCached } from '../cache-choice';
import type { Clock } from '../context';
import type { CachedPage, CacheLimits, PageCache } from '../ports';

interface Entry {
  readonly key: string;
  readonly page: CachedPage;
  readonly statusCode: number;
  readonly at: number;
  readonly bytes: number;
}

/** Cached pages in memory. */
export class MemoryPageCache implements PageCache {
  #entries: readonly Entry[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async find(key: string, maxAgeMs: number): Promise<CachedPage | undefined> {
    const oldest = this.#clock.now() - maxAgeMs;
    return rankCached(this.#entries.filter((entry) => entry.key === key && entry.at > oldest))[0]?.page;
  }

  async put(key: string, page: CachedPage): Promise<void> {
    const bytes = Object.values(page.captures).reduce((sum, { bytes: each }) => sum + each.length, page.body.length);
    const entry = { key, page, statusCode: page.statusCode, at: Date.parse(page.cachedAt), bytes };
    const same = [...this.#entries.filter((other) => other.key === key), entry];
    this.#entries = [...this.#entries.filter((other) => other.key !== key), ...rankCached(same)];
  }

  async trim(limits: CacheLimits): Promise<number> {
    const before = this.#entries.length;
    const oldest = this.#clock.now() - limits.maxAgeMs;
    let bytes = 0;
    this.#entries = [...this.#entries]
      .sort((a, b) => b.at - a.at)
      .filter((entry, place) => {
        bytes += entry.bytes;
        return entry.at > oldest && place < limits.maxEntries && bytes <= limits.maxBytes;
      });
    return before - this.#entries.length;
  }
}
