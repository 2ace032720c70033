import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../common/errors';
import { newId } from '../common/ids';
import type { KeyStore, StoredKey } from '../storage/ports';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Makes, lists, revokes and checks API keys. Only hashes are kept; comparing takes the same time whatever the key. */
export class KeyService {
  #hashes: Map<string, Buffer> | undefined;

  constructor(
    private readonly store: KeyStore,
    /** Keys of this run only (option or environment, and the token of the local command line). */
    private readonly runKeys: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Makes a key; its text is given back this once and never kept. */
  async create(name: string): Promise<{ readonly key: string; readonly item: StoredKey }> {
    const key = `gl-${randomBytes(24).toString('base64url')}`;
    const item: StoredKey = {
      id: newId(),
      name,
      hash: sha256(key).toString('hex'),
      prefix: key.slice(0, 7),
      createdAt: new Date().toISOString(),
    };
    await this.store.add(item);
    this.#hashes = undefined;
    return { key, item };
  }

  list(): Promise<readonly StoredKey[]> {
    return this.store.list();
  }

  /** Revokes a key at once; throws NOT_FOUND. */
  async revoke(id: string): Promise<void> {
    if (!(await this.store.remove(id))) throw new AppError('NOT_FOUND', 'There is no such API key.');
    this.#hashes = undefined;
  }

  /** The id of the key a caller showed; undefined when it is none. */
  async identify(key: string): Promise<string | undefined> {
    const shown = sha256(key);
    let found: string | undefined;
    for (const [id, hash] of await this.#known()) {
      if (timingSafeEqual(hash, shown)) found = id;
    }
    if (found && !(found in this.runKeys))
      void this.store.touch(found, new Date().toISOString()).catch(() => undefined);
    return found;
  }

  async #known(): Promise<Map<string, Buffer>> {
    if (this.#hashes) return this.#hashes;
    const hashes = new Map<string, Buffer>();
    for (const { id, hash } of await this.store.list()) hashes.set(id, Buffer.from(hash, 'hex'));
    for (const [id, key] of Object.entries(this.runKeys)) if (key) hashes.set(id, sha256(key));
    this.#hashes = hashes;
    return hashes;
  }
}
