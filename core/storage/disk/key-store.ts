import type { KeyStore, StoredKey } from '../ports';
import type { DocumentFile, Row } from './document-file';

/** An API key as a document. */
export type KeyRow = Row & StoredKey;

/** Uses are written down at most this often; a busy key would else fill the file. */
const touchEveryMs = 60_000;

/** API keys in one NeDB file. */
export class DiskKeyStore implements KeyStore {
  readonly #file: DocumentFile<KeyRow>;
  readonly #touched = new Map<string, string>();

  constructor(file: DocumentFile<KeyRow>) {
    this.#file = file;
  }

  async list(): Promise<readonly StoredKey[]> {
    const rows = await this.#file.all();
    return rows
      .map(({ _id, ...key }) => ({ ...key, lastUsedAt: this.#touched.get(key.id) ?? key.lastUsedAt }))
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  async add(key: StoredKey): Promise<void> {
    await this.#file.put({ ...key, _id: key.id });
  }

  async remove(id: string): Promise<boolean> {
    this.#touched.delete(id);
    return this.#file.remove(id);
  }

  async touch(id: string, at: string): Promise<void> {
    const row = await this.#file.get(id);
    if (!row) return;
    this.#touched.set(id, at);
    if (row.lastUsedAt && Date.parse(at) - Date.parse(row.lastUsedAt) < touchEveryMs) return;
    await this.#file.put({ ...row, lastUsedAt: at });
  }
}
