import type { StorageContext } from '../context';
import type { IdempotencyStore } from '../job-ports';
import type { DocumentFile, Row } from './document-file';

/** A used key. */
export interface UsedKeyRow extends Row {
  /** Milliseconds since 1970. */
  readonly at: number;
}

const lifeMs = 24 * 60 * 60 * 1000;

/** Used idempotency keys in one NeDB file. */
export class DiskIdempotencyStore implements IdempotencyStore {
  readonly #file: DocumentFile<UsedKeyRow>;
  readonly #context: StorageContext;
  readonly #claiming = new Set<string>();

  constructor(file: DocumentFile<UsedKeyRow>, context: StorageContext) {
    this.#file = file;
    this.#context = context;
  }

  async claim(key: string): Promise<boolean> {
    if (this.#claiming.has(key)) return false;
    this.#claiming.add(key);
    try {
      const now = this.#context.clock.now();
      const used = await this.#file.get(key);
      if (used && used.at + lifeMs > now) return false;
      await this.#file.put({ _id: key, at: now });
      return true;
    } finally {
      this.#claiming.delete(key);
    }
  }

  async expire(before: Date): Promise<number> {
    const old = (await this.#file.all()).filter((row) => row.at < before.getTime());
    for (const row of old) await this.#file.remove(row._id);
    await this.#file.compact();
    return old.length;
  }
}
