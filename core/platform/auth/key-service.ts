import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SerialQueue } from '../../common/concurrency/promises';
import { AppError } from '../../common/errors';
import { newId } from '../../common/values/ids';
import type { KeyStore, StoredKey } from './key-store';
import type { Revocations } from './revocations';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Creates, lists, revokes and checks API keys. Only the hashes of keys are stored, and they are compared in constant
 * time.
 */
export class KeyService {
  #hashes: Promise<Map<string, Buffer>> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;
  /** Keys that this node has revoked. A read that started earlier may still return such a key. */
  readonly #revoked = new Set<string>();
  /** Serializes writes. Otherwise, recording a key's last use could restore a key that has just been revoked. */
  readonly #writes = new SerialQueue();

  constructor(
    private readonly store: KeyStore,
    /**
     * Keys that are valid only for this run: the key from an option or the environment, and the token of the local CLI.
     */
    private readonly runKeys: Readonly<Record<string, string | undefined>>,
    private readonly revocations: Revocations,
    /** True when other nodes create and revoke keys as well. */
    private readonly isShared = false,
  ) {}

  /** Creates a key. Returns its plain text, which is not stored and cannot be read again. */
  async create(name: string): Promise<{ readonly key: string; readonly item: StoredKey }> {
    const key = `gl-${randomBytes(24).toString('base64url')}`;
    const hash = sha256(key);
    const item: StoredKey = {
      id: newId(),
      name,
      hash: hash.toString('hex'),
      prefix: key.slice(0, 7),
      createdAt: new Date().toISOString(),
    };
    const hashes = await this.#known();
    await this.#writes.run(() => this.store.add(item));
    hashes.set(item.id, hash);
    return { key, item };
  }

  list(): Promise<readonly StoredKey[]> {
    return this.store.list();
  }

  /** Revokes a key immediately, and ends its sessions and their streams. Throws NOT_FOUND if the key does not exist. */
  async revoke(id: string): Promise<void> {
    if (!(await this.#writes.run(() => this.store.remove(id)))) {
      throw new AppError('NOT_FOUND', 'This API key does not exist.');
    }
    this.#revoked.add(id);
    this.revocations.announce(`key:${id}`);
  }

  /** Returns the ID of the API key in a request. Undefined if the key is invalid. */
  async identify(key: string): Promise<string | undefined> {
    const shown = sha256(key);
    let found = this.#idOf(shown, await this.#known());
    if (found === undefined && this.isShared) {
      await this.reload();
      found = this.#idOf(shown, await this.#known());
    }
    if (found !== undefined && !(found in this.runKeys)) this.#noteUse(found);
    return found;
  }

  /** Returns the hash of the key with the given ID, in hex. Undefined if the key does not exist or was revoked. */
  async fingerprint(id: string): Promise<string | undefined> {
    const hash = (await this.#known()).get(id);
    return this.#revoked.has(id) ? undefined : hash?.toString('hex');
  }

  /** Rereads the keys, because other nodes may have created or revoked keys. Concurrent calls share one read. */
  reload(): Promise<void> {
    // Starts after any read in progress, because that read may miss recent changes.
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = undefined;
      return this.#reread();
    });
    this.#reading = this.#nextReading.catch(() => undefined);
    return this.#nextReading;
  }

  async #reread(): Promise<void> {
    const before = await this.#known();
    const now = await this.#load();
    this.#hashes = Promise.resolve(now);
    for (const id of before.keys()) if (!now.has(id) && !this.#revoked.has(id)) this.revocations.announce(`key:${id}`);
  }

  #noteUse(id: string): void {
    const at = new Date().toISOString();
    // The request must not fail if the use of the key cannot be recorded.
    this.#writes.run(() => this.store.touch(id, at)).catch(() => undefined);
  }

  #known(): Promise<Map<string, Buffer>> {
    this.#hashes ??= this.#load().catch((thrown: unknown) => {
      this.#hashes = undefined;
      throw thrown;
    });
    return this.#hashes;
  }

  async #load(): Promise<Map<string, Buffer>> {
    const hashes = new Map<string, Buffer>();
    for (const { id, hash } of await this.store.list()) hashes.set(id, Buffer.from(hash, 'hex'));
    for (const [id, key] of Object.entries(this.runKeys)) if (key) hashes.set(id, sha256(key));
    return hashes;
  }

  /**
   * Returns the ID of the key with the given hash, unless the key was revoked. Takes the same time regardless of the
   * key's position in the list.
   */
  #idOf(shown: Buffer, hashes: ReadonlyMap<string, Buffer>): string | undefined {
    let found: string | undefined;
    for (const [id, hash] of hashes) if (timingSafeEqual(hash, shown)) found = id;
    return found !== undefined && this.#revoked.has(found) ? undefined : found;
  }
}
