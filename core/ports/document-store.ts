/** A small document that a person can edit, e.g. an API key. */
export interface StoredDocument {
  readonly _id: string;
}

/** Stores small documents of one kind; all of them fit into memory. */
export interface DocumentStore<T extends StoredDocument> {
  get(id: string): Promise<T | undefined>;
  all(): Promise<readonly T[]>;
  /** Adds a document; returns false without overwriting when its ID exists. */
  add(document: T): Promise<boolean>;
  /** Adds a document, or replaces an existing document with its ID. */
  put(document: T): Promise<void>;
  /**
   * Changes fields of a document; undefined when the ID does not exist. `make` receives the current document and is called
   * again when another writer has changed it, so that no update is lost.
   */
  change(id: string, make: (document: T) => Partial<Omit<T, '_id'>>): Promise<T | undefined>;
  /** Removes a document; returns false if it did not exist. */
  remove(id: string): Promise<boolean>;
  /** Waits for pending writes; later ones are rejected with ENGINE_CLOSING. */
  close(): Promise<void>;
}
