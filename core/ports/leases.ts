/**
 * Leases for work that only one process at a time may do. The leases apply to all processes that share a database. A
 * process with its own database holds every lease.
 */
export interface Leases {
  /**
   * Takes or renews leases by name for one lease period. Returns the names of the leases that this process now holds.
   */
  take(names: readonly string[]): Promise<readonly string[]>;
  /** Releases a lease, so that another process can take it immediately. */
  release(name: string): Promise<void>;
}

/** Injection token for the leases. */
export const Leases = Symbol('Leases');
