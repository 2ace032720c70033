import type { KeyStore, StoredKey } from '../ports';
import type { DocumentStore, StoredDocument } from './document-store';

/** An API key as a document. */
export type KeyDocument = StoredDocument & StoredKey;

/** Uses are written down at most this often; a busy key would else fill the file. */
const touchEveryMs = 60_000;

/** API keys as documents. */
export class DocumentKeyStore implements KeyStore {
  readonly #documents: DocumentStore<KeyDocument>;
  readonly #touched = new Map<string, string>();

  constructor(documents: DocumentStore<KeyDocument>) {
    this.#documents = documents;
  }

  async list(): Promise<readonly StoredKey[]> {
    const documents = await this.#documents.all();
    return documents
      .map(({ _id, ...key }) => ({ ...key, lastUsedAt: this.#touched.get(key.id) ?? key.lastUsedAt }))
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  async add(key: StoredKey): Promise<void> {
    await this.#documents.put({ ...key, _id: key.id });
  }

  async remove(id: string): Promise<boolean> {
    this.#touched.delete(id);
    return this.#documents.remove(id);
  }

  async touch(id: string, at: string): Promise<void> {
    const known = await this.#documents.get(id);
    if (!known) return;
    this.#touched.set(id, at);
    if (known.lastUsedAt && Date.parse(at) - Date.parse(known.lastUsedAt) < touchEveryMs) return;
    await this.#documents.update(id, { lastUsedAt: at });
  }
}
