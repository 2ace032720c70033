/** A small document that a user can edit, e.g. an API key. */
export interface StoredDocument {
  readonly _id: string;
}

/** Stores small documents of one kind. All documents fit into memory. */
export interface DocumentStore<T extends StoredDocument> {
  get(id: string): Promise<T | undefined>;
  all(): Promise<readonly T[]>;
  /** Adds a document. Returns false without changing anything if its ID already exists. */
  add(document: T): Promise<boolean>;
  /** Adds a document, or replaces the existing document with the same ID. */
  put(document: T): Promise<void>;
  /**
   * Changes fields of a document. Returns undefined when the ID does not exist. `make` receives the current document
   * and returns the changed fields. If another writer changes the document before the write, `make` runs again.
   */
  change(id: string, make: (document: T) => Partial<Omit<T, '_id'>>): Promise<T | undefined>;
  /** Removes a document. Returns false if it did not exist. */
  remove(id: string): Promise<boolean>;
  /** Waits for pending writes. Later writes are rejected with ENGINE_CLOSING. */
  close(): Promise<void>;
}
