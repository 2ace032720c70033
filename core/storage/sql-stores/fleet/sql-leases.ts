import type { Leases } from '../../../ports/leases';
import { prepared } from '../../database/prepared';
import type { Row } from '../../database/schema';
import { SqlStore } from '../../sql/sql-store';

/** Takes a lease, or renews the worker's own lease. Returns no row while another worker holds the lease. */
const takeLease = prepared((db, at: Row<'lease'> & { readonly now: number }) =>
  db
    .insertInto('lease')
    .values({ name: at.name, worker: at.worker, lease_until: at.lease_until })
    .onConflict((it) =>
      it
        .column('name')
        .doUpdateSet({ worker: at.worker, lease_until: at.lease_until })
        .where((is) => is.or([is('lease.worker', '=', at.worker), is('lease.lease_until', '<=', at.now)])),
    )
    .returning('name'),
);

/** Leases stored in SQL. */
export class SqlLeases extends SqlStore implements Leases {
  take(names: readonly string[]): Promise<readonly string[]> {
    // Takes leases in name order, because processes that take them in different orders could deadlock.
    const sorted = [...names].sort();
    return this.database.write(async (db) => {
      const { now } = this;
      const lease_until = now + this.leaseMs;
      const taken: string[] = [];
      for (const name of sorted) {
        const rows = await takeLease(db, { name, worker: this.database.session, lease_until, now });
        if (rows.length > 0) taken.push(name);
      }
      return taken;
    });
  }

  async release(name: string): Promise<void> {
    const { session } = this.database;
    await this.database.write(async (db) => {
      await db.deleteFrom('lease').where('name', '=', name).where('worker', '=', session).execute();
      await this.database.notify(db, 'jobs');
    });
  }
}
