import type { FleetNode, NodeFacts } from '../common/fleet-node';
import { prepared } from '../database/prepared';
import type { Db, Row } from '../database/schema';
import { SqlStore } from '../storage/sql/sql-store';
import type { Nodes } from './nodes';

/** How long a process that was lost is shown, in milliseconds. */
const shownMs = 60 * 60_000;

const beatNode = prepared((db, { id, seen_at, record }: Row<'node'>) =>
  db
    .insertInto('node')
    .values({ id, seen_at, record })
    .onConflict((it) => it.column('id').doUpdateSet({ seen_at, record })),
);

/** The processes that share a database, in SQL. */
export class SqlNodes extends SqlStore implements Nodes {
  async beat(facts: NodeFacts): Promise<void> {
    const row = { id: this.database.session, seen_at: this.now, record: JSON.stringify(facts) };
    await this.database.write((db) => beatNode(db, row));
  }

  list(): Promise<readonly FleetNode[]> {
    const { now, leaseMs } = this;
    return this.database.read(async (db) => {
      const rows = await db.selectFrom('node').selectAll().execute();
      const held = await heldBy(db);
      const nodes = rows.map(({ id, seen_at, record }) => ({
        ...(JSON.parse(record) as NodeFacts),
        id,
        seenAt: new Date(seen_at).toISOString(),
        isLost: now - seen_at > leaseMs,
        isThis: id === this.database.session,
        jobs: held.jobs.get(id) ?? 0,
        slots: held.slots.get(id) ?? 0,
        deliveries: held.deliveries.get(id) ?? 0,
      }));
      return nodes.sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
    });
  }

  async leave(): Promise<void> {
    await this.database.write((db) => db.deleteFrom('node').where('id', '=', this.database.session).execute());
  }

  /** Removes processes that were lost long ago. */
  async trim(): Promise<void> {
    const before = this.now - shownMs;
    await this.database.write((db) => db.deleteFrom('node').where('seen_at', '<', before).execute());
  }
}

/** How many leases of each sort every process holds. */
async function heldBy(db: Db) {
  const jobs = await db
    .selectFrom('lease')
    .select(['worker', (it) => it.fn.countAll<number>().as('count')])
    .where('name', 'like', 'job %')
    .groupBy('worker')
    .execute();
  const slots = await db
    .selectFrom('slot')
    .select(['worker', (it) => it.fn.countAll<number>().as('count')])
    .groupBy('worker')
    .execute();
  const deliveries = await db
    .selectFrom('outbox')
    .select(['worker', (it) => it.fn.countAll<number>().as('count')])
    .where('state', '=', 'pending')
    .where('worker', 'is not', null)
    .groupBy('worker')
    .execute();
  const counts = (rows: readonly { readonly worker: string | null; readonly count: number }[]) =>
    new Map(rows.map(({ worker, count }) => [worker, count]));
  return { jobs: counts(jobs), slots: counts(slots), deliveries: counts(deliveries) };
}
