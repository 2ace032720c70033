import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { InTurn } from '../../common/concurrency/promises';
import { AppError } from '../../common/errors';
import { newId } from '../../common/values/ids';
import type { KeyStore, StoredKey } from './key-store';
import type { Revocations } from './revocations';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Makes, lists, revokes and checks API keys. Only hashes are kept; comparing takes the same time whatever the key. */
export class KeyService {
  #hashes: Promise<Map<string, Buffer>> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;
  /** Keys that this node has revoked: a reading under way may still find them. */
  readonly #revoked = new Set<string>();
  /** Writes follow one another, so that a late note of a use cannot bring a revoked key back. */
  readonly #writes = new InTurn();

  constructor(
    private readonly store: KeyStore,
    /** Keys of this run only (option or environment, and the token of the local command line). */
    private readonly runKeys: Readonly<Record<string, string | undefined>>,
    private readonly revocations: Revocations,
    /** Whether other nodes make and revoke keys, too. */
    private readonly isShared = false,
  ) {}

  /** Makes a key; its text is given back this once and never kept. */
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

  /** Revokes a key at once, with the sessions opened with it and their streams; throws NOT_FOUND. */
  async revoke(id: string): Promise<void> {
    if (!(await this.#writes.run(() => this.store.remove(id)))) {
      throw new AppError('NOT_FOUND', 'There is no such API key.');
    }
    this.#revoked.add(id);
    this.revocations.announce(`key:${id}`);
  }

  /** The id of the key a caller showed; undefined when it is none. */
  async identify(key: string): Promise<string | undefined> {
    const shown = sha256(key);
    let found = this.#idOf(shown, await this.#known());
    if (found === undefined && this.isShared) {
      await this.takeUp();
      found = this.#idOf(shown, await this.#known());
    }
    if (found !== undefined && !(found in this.runKeys)) this.#noteUse(found);
    return found;
  }

  /** The hash of a key by its id, hex; undefined when there is no such key (any more). */
  async fingerprint(id: string): Promise<string | undefined> {
    const hash = (await this.#known()).get(id);
    return this.#revoked.has(id) ? undefined : hash?.toString('hex');
  }

  /** Takes up the keys that other nodes have made and revoked before the call; calls at the same time share one reading. */
  takeUp(): Promise<void> {
    // A reading under way may not see what was changed since it began.
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = undefined;
      return this.#readAgain();
    });
    this.#reading = this.#nextReading.catch(() => undefined);
    return this.#nextReading;
  }

  async #readAgain(): Promise<void> {
    const before = await this.#known();
    const now = await this.#load();
    this.#hashes = Promise.resolve(now);
    for (const id of before.keys()) if (!now.has(id) && !this.#revoked.has(id)) this.revocations.announce(`key:${id}`);
  }

  #noteUse(id: string): void {
    const at = new Date().toISOString();
    // A use that could not be noted must not fail the request it is about.
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

  /** The id of a hash that was not revoked; comparing takes the same time wherever it stands. */
  #idOf(shown: Buffer, hashes: ReadonlyMap<string, Buffer>): string | undefined {
    let found: string | undefined;
    for (const [id, hash] of hashes) if (timingSafeEqual(hash, shown)) found = id;
    return found !== undefined && this.#revoked.has(found) ? undefined : found;
  }
}
