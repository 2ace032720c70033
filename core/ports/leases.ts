/** Tasks that one process performs for all that share a database. In a single-process database every lease is its own. */
export interface Leases {
  /** Takes or renews leases by name for one lease period; returns the names that this process holds now. */
  take(names: readonly string[]): Promise<readonly string[]>;
  /** Releases a lease, so that another process can take it at once. */
  release(name: string): Promise<void>;
}

/** Token of the leases. */
export const Leases = Symbol('Leases');
