/** Things that one process does for all that share a database. In a database that one process has, every lease is its own. */
export interface Leases {
  /** Takes or renews leases by their names; gives back the names that are this process's now. They last for one lease from now on. */
  take(names: readonly string[]): Promise<readonly string[]>;
  /** Gives a lease up, so that another process may take it at once. */
  release(name: string): Promise<void>;
}

/** Token of the leases. */
export const Leases = Symbol('Leases');
