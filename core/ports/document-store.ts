/** A small document that a person may edit, e.g. an API key. */
export interface StoredDocument {
  readonly _id: string;
}

/** Keeps small documents of one kind; all of them fit into memory. */
export interface DocumentStore<T extends StoredDocument> {
  get(id: string): Promise<T | undefined>;
  all(): Promise<readonly T[]>;
  /** Adds a document; false when there is one with its id, which then stays. */
  add(document: T): Promise<boolean>;
  /** Adds a document or replaces the one with its id. */
  put(document: T): Promise<void>;
  /**
   * Changes fields of a document; undefined when there is none with this id, which then stays so. `make` is given the document as it
   * is; it is asked again when somebody else has changed it meanwhile, so that no change is lost.
   */
  change(id: string, make: (document: T) => Partial<Omit<T, '_id'>>): Promise<T | undefined>;
  /** False when there was no such document. */
  remove(id: string): Promise<boolean>;
  /** Waits for writes under way; later ones are refused with ENGINE_CLOSING. */
  close(): Promise<void>;
}
