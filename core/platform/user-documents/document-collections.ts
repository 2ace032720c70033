import type { DocumentStore, StoredDocument } from '../../ports/document-store';

/** Document stores by collection name, created on first use. */
export class DocumentCollections {
  readonly #make: (name: string) => DocumentStore<StoredDocument>;
  readonly #stores = new Map<string, DocumentStore<StoredDocument>>();

  constructor(make: (name: string) => DocumentStore<StoredDocument>) {
    this.#make = make;
  }

  /** Returns the collection with the given name. */
  of<T extends StoredDocument>(name: string): DocumentStore<T> {
    const store = this.#stores.get(name) ?? this.#make(name);
    this.#stores.set(name, store);
    return store as DocumentStore<StoredDocument> as DocumentStore<T>;
  }

  async close(): Promise<void> {
    for (const store of this.#stores.values()) await store.close();
  }
}
