import type { Db } from '../database/schema';
import { SqlSlotStore } from '../politeness/sql-slot-store';
import { findClaimed, putBackDead, sessionOf } from '../storage/sql/claims';
import { lockQueue, saveQueue } from '../storage/sql/queue';
import { SqlStore } from '../storage/sql/sql-store';
import { leaseMs as usualLeaseMs } from '../tasks/frontier';

/** Takes away what processes hold that have ended, so that others need not wait for the end of every lease. */
export class SqlReaper extends SqlStore {
  /** Since when sessions that hold something have no connection. */
  readonly #missing = new Map<string, number>();
  #reachedSince: number | undefined;

  /**
   * Looks for sessions that are gone for a third of a lease, which is longer than a restart of the server takes, and for slots whose lease has
   * ended. After a time without the database no slot counts as lapsed for one lease, as nobody could renew any.
   */
  async reap(): Promise<void> {
    const now = this.context.clock.now();
    const { leaseMs = usualLeaseMs } = this.context;
    try {
      const dead = (await this.#gone(now)).filter(
        (session) => now - (this.#missing.get(session) ?? now) >= leaseMs / 3,
      );
      this.#reachedSince ??= now;
      await this.free(dead);
      const slots = new SqlSlotStore(this.database, this.context);
      await slots.reap(dead, now - this.#reachedSince >= leaseMs);
    } catch (thrown) {
      this.#reachedSince = undefined;
      throw thrown;
    }
  }

  /** Makes the claims of sessions that have ended wait again, their deliveries due, and their leases free. */
  async free(dead: readonly string[]): Promise<void> {
    if (dead.length === 0) return;
    await this.#putBack(new Set(dead));
    await this.database.write(async (db) => {
      const next_at = this.context.clock.now();
      await db
        .deleteFrom('lease')
        .where('worker', 'in', [...dead])
        .execute();
      await db
        .updateTable('outbox')
        .set({ worker: null, next_at, wait_ms: 0 })
        .where('worker', 'in', [...dead])
        .execute();
    });
  }

  /** Sessions that hold something and have no connection now. */
  async gone(): Promise<readonly string[]> {
    return this.#gone(this.context.clock.now());
  }

  async #gone(now: number): Promise<readonly string[]> {
    const alive = await this.database.otherSessions();
    const holders = await this.database.read(async (db) => {
      const claims = await findClaimed(db).execute();
      const rows = await db
        .selectFrom('slot')
        .select('worker')
        .union((it) => it.selectFrom('lease').select('worker'))
        .union((it) =>
          it.selectFrom('outbox').select('worker').where('worker', 'is not', null).$castTo<{ worker: string }>(),
        )
        .execute();
      return new Set([...claims.map(({ worker }) => sessionOf(worker)), ...rows.map(({ worker }) => worker)]);
    });
    const gone = [...holders].filter((session) => session !== this.database.session && !alive.has(session));
    for (const session of this.#missing.keys()) if (!gone.includes(session)) this.#missing.delete(session);
    for (const session of gone) if (!this.#missing.has(session)) this.#missing.set(session, now);
    return gone;
  }

  async #putBack(dead: ReadonlySet<string>): Promise<void> {
    const isDead = ({ worker }: { readonly worker: string | null }) => dead.has(sessionOf(worker));
    const claimed = (await this.database.read((db) => findClaimed(db).execute())).filter(isDead);
    for (const id of new Set(claimed.map(({ queue }) => queue)))
      await this.database.write((db) => putBackInQueue(db, id, isDead));
  }
}

async function putBackInQueue(
  db: Db,
  id: number,
  isDead: (task: { readonly worker: string | null }) => boolean,
): Promise<void> {
  const row = await db.selectFrom('queue').select('job').where('id', '=', id).executeTakeFirst();
  const queue = row && (await lockQueue(db, row.job));
  if (!queue) return;
  const lapsed = (await findClaimed(db).where('queue', '=', id).execute()).filter(isDead);
  await putBackDead(db, queue, lapsed);
  await saveQueue(db, queue);
}
