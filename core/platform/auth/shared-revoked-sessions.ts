import type { DocumentStore, StoredDocument } from '../../ports/document-store';
import type { RevokedSessions } from './session-files';

/** A session that was signed out, stored under its ID. */
export interface RevokedSessionDocument extends StoredDocument {
  /** Expiry time of the session, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Ended sessions in a fleet's database. After a session is signed out on one node, all nodes refuse it. */
export class SharedRevokedSessions implements RevokedSessions {
  readonly #documents: DocumentStore<RevokedSessionDocument>;
  #known: Map<string, number> = new Map();

  private constructor(documents: DocumentStore<RevokedSessionDocument>) {
    this.#documents = documents;
  }

  /** Loads the revoked sessions and deletes expired entries. */
  static async open(documents: DocumentStore<RevokedSessionDocument>): Promise<SharedRevokedSessions> {
    const sessions = new SharedRevokedSessions(documents);
    await sessions.reload();
    for (const [id, expiresAt] of sessions.#known) if (expiresAt <= Date.now()) await documents.remove(id);
    return sessions;
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  add(id: string, expiresAt: number): Promise<void> {
    this.#known.set(id, expiresAt);
    return this.#documents.put({ _id: id, expiresAt });
  }

  /** Loads sessions that other nodes have ended. */
  async reload(): Promise<void> {
    for (const { _id, expiresAt } of await this.#documents.all()) this.#known.set(_id, expiresAt);
  }
}
