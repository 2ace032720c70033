/** What a request was let in by: `key:ID`, `session:ID`, or both for a session that was opened with a key. */
export type Credential = `key:${string}` | `session:${string}`;

/** Tells open streams that what they were let in by has been revoked. */
export class Revocations {
  readonly #listeners = new Map<Credential, Set<() => void>>();

  /** Calls `listener` when one of the credentials is revoked; gives back the function that stops listening. */
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

  /** Tells everybody who listens to the credential. */
  announce(credential: Credential): void {
    for (const listener of [...(this.#listeners.get(credential) ?? [])]) listener();
  }
}
