import type { Clock } from '../context';
import type { IdempotencyStore } from '../job-ports';

const lifeMs = 24 * 60 * 60 * 1000;

/** Used idempotency keys in memory. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #usedAt = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async claim(key: string): Promise<boolean> {
    const usedAt = this.#usedAt.get(key);
    if (usedAt !== undefined && usedAt + lifeMs > this.#clock.now()) return false;
    this.#usedAt.set(key, this.#clock.now());
    return true;
  }

  async expire(before: Date): Promise<number> {
    const old = [...this.#usedAt].filter(([, at]) => at < before.getTime());
    for (const [key] of old) this.#usedAt.delete(key);
    return old.length;
  }
}
