import { LRUCache } from 'lru-cache';

/** Remembers until when no claim of another worker on a job can lapse, so that they are not looked at for every claim. */
export class Lapses {
  readonly #quiet = new LRUCache<string, { readonly from: number; readonly until: number }>({ max: 1000 });

  /** Whether claims of others may have lapsed. */
  mayBe(job: string, now: number): boolean {
    const { from, until } = this.#quiet.get(job) ?? { from: 0, until: 0 };
    return now < from || now >= until;
  }

  /** Takes the ends of all claims of others that are there now; later ones last for a whole lease. */
  note(
    job: string,
    { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
    ends: readonly number[],
  ): void {
    this.#quiet.set(job, { from: now, until: Math.min(now + leaseMs, ...ends) });
  }

  /** Forgets what was noted in a transaction that was undone. */
  forget(job: string): void {
    this.#quiet.delete(job);
  }
}
