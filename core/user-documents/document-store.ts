/** A small document that a person may edit, e.g. an API key. */
export interface StoredDocument {
  readonly _id: string;
}

/** Keeps small documents of one kind; all of them fit into memory. */
export interface DocumentStore<T extends StoredDocument> {
  get(id: string): Promise<T | undefined>;
  all(): Promise<readonly T[]>;
  /** Adds a document or replaces the one with its id. */
  put(document: T): Promise<void>;
  /** Changes fields of a document; undefined when there is none with this id, which then stays so. */
  update(id: string, change: Partial<Omit<T, '_id'>>): Promise<T | undefined>;
  /** False when there was no such document. */
  remove(id: string): Promise<boolean>;
  /** Waits for writes under way; later ones are refused with ENGINE_CLOSING. */
  close(): Promise<void>;
}
