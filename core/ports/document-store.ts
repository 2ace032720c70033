/** A small document that a user can edit, e.g. an API key. */
export interface StoredDocument {
  readonly _id: string;
}

/** Stores small documents of one kind. All of them fit into memory. */
export interface DocumentStore<T extends StoredDocument> {
  get(id: string): Promise<T | undefined>;
  all(): Promise<readonly T[]>;
  /** Adds a document. Returns false without overwriting when its ID exists. */
  add(document: T): Promise<boolean>;
  /** Adds a document, or replaces the existing document with the same ID. */
  put(document: T): Promise<void>;
  /**
   * Changes fields of a document. Returns undefined when the ID does not exist. `make` receives the current document.
   * If another writer has changed it, `make` is called again with the new version, so that no update is lost.
   */
  change(id: string, make: (document: T) => Partial<Omit<T, '_id'>>): Promise<T | undefined>;
  /** Removes a document. Returns false if it did not exist. */
  remove(id: string): Promise<boolean>;
  /** Waits for pending writes. Later writes are rejected with ENGINE_CLOSING. */
  close(): Promise<void>;
}
