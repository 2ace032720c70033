import type { KeyStore, StoredKey } from '../ports';

/** API keys in memory. */
export class MemoryKeyStore implements KeyStore {
  readonly #keys = new Map<string, StoredKey>();

  async list(): Promise<readonly StoredKey[]> {
    return [...this.#keys.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  async add(key: StoredKey): Promise<void> {
    this.#keys.set(key.id, key);
  }

  async remove(id: string): Promise<boolean> {
    return this.#keys.delete(id);
  }

  async touch(id: string, at: string): Promise<void> {
    const key = this.#keys.get(id);
    if (key) this.#keys.set(id, { ...key, lastUsedAt: at });
  }
}
