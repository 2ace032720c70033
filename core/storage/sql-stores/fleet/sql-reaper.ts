import type { SlotStore } from '../../../ports/slot-store';
import type { Db } from '../../database/schema';
import { SqlStore } from '../../sql/sql-store';
import { freeDeliveries } from '../delivery/sql-outbox';
import type { SqlRobotsAnswers } from '../politeness/sql-robots-answers';
import { findClaimed, requeueDead, sessionOf } from '../tasks/sql-claims';
import { lockQueue, saveQueue } from '../tasks/sql-queue';
import type { SqlEventLog } from './sql-event-log';
import type { SqlNodes } from './sql-nodes';

/** Stores that the reaper cleans up. */
interface Shared {
  readonly slots: SlotStore;
  readonly eventLog: SqlEventLog;
  readonly nodes: SqlNodes;
  readonly robots: SqlRobotsAnswers;
}

/** Releases the claims and leases of dead processes, so that other processes need not wait until these expire. */
export class SqlReaper extends SqlStore {
  /** Time at which each session with claims or leases was first found disconnected, in milliseconds since 1970. */
  readonly #missing = new Map<string, number>();
  #reachedSince: number | undefined;

  /**
   * Releases everything held by sessions that have been disconnected for a third of the lease time. A server restart
   * takes less time than this. Slots are freed only after they expire, because a disconnected process may still be
   * fetching from the host. After a database outage, the slots of connected sessions stay valid for one more lease,
   * because no slot could be renewed.
   */
  async reap({ slots, eventLog, nodes, robots }: Shared): Promise<void> {
    if (!this.database.isShared) return;
    const { now, leaseMs } = this;
    try {
      const dead = (await this.gone(now)).filter((session) => now - (this.#missing.get(session) ?? now) >= leaseMs / 3);
      this.#reachedSince ??= now;
      await this.free(dead);
      await slots.reap(dead, now - this.#reachedSince >= leaseMs);
      await eventLog.trim();
      await nodes.trim();
      await robots.trim();
    } catch (thrown) {
      this.#reachedSince = undefined;
      throw thrown;
    }
  }

  /**
   * Releases everything held by dead sessions: requeues claimed tasks, makes claimed deliveries due now and deletes
   * leases.
   */
  async free(dead: readonly string[]): Promise<void> {
    if (dead.length === 0) return;
    await this.#requeue(new Set(dead));
    await this.database.write(async (db) => {
      await db.deleteFrom('lease').where('worker', 'in', dead).execute();
      await freeDeliveries(db, this.now, dead);
      await this.database.notify(db, 'jobs');
      await this.database.notify(db, 'outbox');
    });
  }

  /** Releases all claims and leases of this process at shutdown, if the database is reachable. */
  async leave(): Promise<void> {
    if (this.database.isShared) await this.free([this.database.session]).catch(() => undefined);
  }

  /** Returns the sessions that hold claims or leases but are not connected. */
  async gone(now = this.now): Promise<readonly string[]> {
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

  async #requeue(dead: ReadonlySet<string>): Promise<void> {
    const isDead = ({ worker }: { readonly worker: string | null }) => dead.has(sessionOf(worker));
    const claimed = (await this.database.read((db) => findClaimed(db).execute())).filter(isDead);
    for (const id of new Set(claimed.map(({ queue }) => queue)))
      await this.database.write((db) => requeueTasks(db, id, isDead));
  }
}

async function requeueTasks(
  db: Db,
  id: number,
  isDead: (task: { readonly worker: string | null }) => boolean,
): Promise<void> {
  const row = await db.selectFrom('queue').select('job').where('id', '=', id).executeTakeFirst();
  const queue = row && (await lockQueue(db, row.job));
  if (!queue) return;
  const lapsed = (await findClaimed(db).where('queue', '=', id).execute()).filter(isDead);
  await requeueDead(db, queue, lapsed);
  await saveQueue(db, queue);
}
