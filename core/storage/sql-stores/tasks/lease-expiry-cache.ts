import { LRUCache } from 'lru-cache';

/** Caches, for each job, the earliest time at which another worker's lease expires, to save a query per claim. */
export class LeaseExpiryCache {
  readonly #quiet = new LRUCache<string, { readonly from: number; readonly until: number }>({ max: 1000 });

  /** True when other workers' claims may have expired. */
  mayExpire(job: string, now: number): boolean {
    const { from, until } = this.#quiet.get(job) ?? { from: 0, until: 0 };
    return now < from || now >= until;
  }

  /**
   * Stores the earliest expiry among the current claims of other workers. Later claims cannot expire sooner, because
   * they last for a full lease.
   */
  note(
    job: string,
    { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
    ends: readonly number[],
  ): void {
    this.#quiet.set(job, { from: now, until: Math.min(now + leaseMs, ...ends) });
  }

  /** Drops a job's entry. Called after a transaction has been rolled back. */
  forget(job: string): void {
    this.#quiet.delete(job);
  }
}
