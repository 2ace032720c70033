import { AppError } from '../../common/errors';
import type { DocumentStore, StoredDocument } from '../../ports/document-store';

/** A document with the number of its last change. */
export interface NumberedDocument {
  readonly document: StoredDocument;
  /** Number of the document's last change. Each change to the collection gets the next number. */
  readonly version: number;
}

/** Documents of all collections in a database that may be shared by several nodes. */
export interface DocumentRows {
  get(collection: string, id: string): Promise<NumberedDocument | undefined>;
  all(collection: string): Promise<readonly StoredDocument[]>;
  /** Adds a document. Returns false if its ID already exists. */
  add(collection: string, document: StoredDocument): Promise<boolean>;
  put(collection: string, document: StoredDocument): Promise<void>;
  /** Replaces a document if it still has the given version. Returns false otherwise. */
  replace(collection: string, document: StoredDocument, version: number): Promise<boolean>;
  /** Deletes a document. Returns false if it did not exist. */
  remove(collection: string, id: string): Promise<boolean>;
  /** Returns the number of the last change to each collection. Omits collections that were never changed. */
  versions(): Promise<Readonly<Record<string, number>>>;
}

/** A collection of documents in a database. Nothing is cached, so that each node sees the writes of all other nodes. */
export class SharedDocuments<T extends StoredDocument> implements DocumentStore<T> {
  readonly #rows: DocumentRows;
  readonly #collection: string;
  readonly #writing = new Set<Promise<unknown>>();
  #closed = false;

  constructor(rows: DocumentRows, collection: string) {
    this.#rows = rows;
    this.#collection = collection;
  }

  async get(id: string): Promise<T | undefined> {
    return (await this.#rows.get(this.#collection, id))?.document as T | undefined;
  }

  async all(): Promise<readonly T[]> {
    return (await this.#rows.all(this.#collection)) as readonly T[];
  }

  add(document: T): Promise<boolean> {
    return this.#write(() => this.#rows.add(this.#collection, document));
  }

  put(document: T): Promise<void> {
    return this.#write(() => this.#rows.put(this.#collection, document));
  }

  change(id: string, make: (document: T) => Partial<Omit<T, '_id'>>): Promise<T | undefined> {
    return this.#write(async () => {
      for (;;) {
        const found = await this.#rows.get(this.#collection, id);
        if (!found) return undefined;
        const document = found.document as T;
        const changed = { ...document, ...make(document) };
        if (await this.#rows.replace(this.#collection, changed, found.version)) return changed;
      }
    });
  }

  remove(id: string): Promise<boolean> {
    return this.#write(() => this.#rows.remove(this.#collection, id));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#writing);
  }

  async #write<R>(work: () => Promise<R>): Promise<R> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const write = work();
    this.#writing.add(write);
    try {
      return await write;
    } finally {
      this.#writing.delete(write);
    }
  }
}
