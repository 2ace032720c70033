import type { DocumentStore, StoredDocument } from '../../ports/document-store';

/** A store of documents for each name, made when it is first asked for. */
export class DocumentCollections {
  readonly #make: (name: string) => DocumentStore<StoredDocument>;
  readonly #stores = new Map<string, DocumentStore<StoredDocument>>();

  constructor(make: (name: string) => DocumentStore<StoredDocument>) {
    this.#make = make;
  }

  /** The collection with a name. */
  of<T extends StoredDocument>(name: string): DocumentStore<T> {
    const store = this.#stores.get(name) ?? this.#make(name);
    this.#stores.set(name, store);
    return store as DocumentStore<StoredDocument> as DocumentStore<T>;
  }

  /** Closes every collection that was asked for. */
  async close(): Promise<void> {
    for (const store of this.#stores.values()) await store.close();
  }
}
