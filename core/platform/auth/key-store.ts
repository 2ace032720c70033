import type { DocumentStore, StoredDocument } from '../../ports/document-store';

/** Stored data of an API key. Does not contain the key itself. */
export interface StoredKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 hash of the key, in hex. */
  readonly hash: string;
  /** First characters of the key, to tell keys apart in the UI. */
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

/** An API key as a stored document. */
export type KeyDocument = StoredDocument & StoredKey;

/** Minimum interval between recorded uses of a key, in ms. Limits how fast the file grows if a key is used often. */
const touchEveryMs = 60_000;

/** Stores API keys. */
export class KeyStore {
  readonly #documents: DocumentStore<KeyDocument>;
  readonly #touched = new Map<string, string>();

  constructor(documents: DocumentStore<KeyDocument>) {
    this.#documents = documents;
  }

  /** Returns all keys, oldest first. */
  async list(): Promise<readonly StoredKey[]> {
    const documents = await this.#documents.all();
    return documents
      .map(({ _id, ...key }) => ({ ...key, lastUsedAt: this.#touched.get(key.id) ?? key.lastUsedAt }))
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  async add(key: StoredKey): Promise<void> {
    await this.#documents.put({ ...key, _id: key.id });
  }

  /** Deletes a key. Returns false if it did not exist. */
  async remove(id: string): Promise<boolean> {
    this.#touched.delete(id);
    return this.#documents.remove(id);
  }

  /** Records when a key was last used, as an ISO time. */
  async touch(id: string, at: string): Promise<void> {
    const known = await this.#documents.get(id);
    if (!known) return;
    this.#touched.set(id, at);
    if (known.lastUsedAt && Date.parse(at) - Date.parse(known.lastUsedAt) < touchEveryMs) return;
    await this.#documents.change(id, () => ({ lastUsedAt: at }));
  }
}
