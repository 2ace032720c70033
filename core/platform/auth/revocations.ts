/**
 * Credential used by a request: `key:ID` or `session:ID`. A request in a session that was opened with a key has both.
 */
export type Credential = `key:${string}` | `session:${string}`;

/** Notifies open streams when their credentials are revoked. */
export class Revocations {
  readonly #listeners = new Map<Credential, Set<() => void>>();

  /** Calls `listener` when one of the credentials is revoked. Returns a function that unsubscribes. */
  listen(credentials: readonly Credential[], listener: () => void): () => void {
    for (const credential of credentials) {
      const listeners = this.#listeners.get(credential) ?? new Set();
      this.#listeners.set(credential, listeners.add(listener));
    }
    return () => {
      for (const credential of credentials) {
        const listeners = this.#listeners.get(credential);
        listeners?.delete(listener);
        if (listeners?.size === 0) this.#listeners.delete(credential);
      }
    };
  }

  /** Notifies all listeners for the credential. */
  announce(credential: Credential): void {
    for (const listener of [...(this.#listeners.get(credential) ?? [])]) listener();
  }
}
