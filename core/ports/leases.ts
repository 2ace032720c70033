/**
 * Leases on tasks that one process performs for all processes that share a database. If only one process uses the
 * database, it holds every lease.
 */
export interface Leases {
  /** Takes or renews named leases for one lease period. Returns the names of the leases that this process now holds. */
  take(names: readonly string[]): Promise<readonly string[]>;
  /** Releases a lease, so that another process can take it immediately. */
  release(name: string): Promise<void>;
}

/** Injection token for the leases. */
export const Leases = Symbol('Leases');
