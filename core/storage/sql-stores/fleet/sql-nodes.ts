import { hostname } from 'node:os';
import type { FleetNode, NodeFacts } from '../../../common/fleet-node';
import type { Nodes } from '../../../ports/nodes';
import { prepared } from '../../database/prepared';
import type { Db, Row } from '../../database/schema';
import { SqlStore } from '../../sql/sql-store';

/** Time in ms for which a lost process remains listed. */
const shownMs = 60 * 60_000;

const upsertNode = prepared((db, { id, seen_at, record }: Row<'node'>) =>
  db
    .insertInto('node')
    .values({ id, seen_at, record })
    .onConflict((it) => it.column('id').doUpdateSet({ seen_at, record })),
);

/** Processes that share a database, stored in SQL. */
export class SqlNodes extends SqlStore implements Nodes {
  #readByAll: readonly string[] = [];

  async heartbeat(facts: NodeFacts): Promise<void> {
    const row = { id: this.database.session, seen_at: this.now, record: JSON.stringify(facts) };
    await this.database.write((db) => upsertNode(db, row));
    this.#readByAll = await this.#findReadByAll(facts.reads);
  }

  /** True when every process could read the storage format at the last heartbeat of this process. */
  canAllRead(form: string): boolean {
    return this.#readByAll.includes(form);
  }

  /**
   * Returns the formats that every process can read, including lost processes, because they may reconnect. Returns an
   * empty list if any connected process has no entry.
   */
  async #findReadByAll(forms: readonly string[]): Promise<readonly string[]> {
    if (forms.length === 0) return [];
    const rows = await this.database.read((db) => db.selectFrom('node').select(['id', 'record']).execute());
    const listed = new Set(rows.map(({ id }) => id));
    const others = await this.database.otherSessions();
    if ([...others].some((session) => !listed.has(session))) return [];
    const known = rows.map(({ record }) => factsOf(record).reads);
    return forms.filter((form) => known.every((reads) => reads.includes(form)));
  }

  list(): Promise<readonly FleetNode[]> {
    const { now, leaseMs } = this;
    return this.database.read(async (db) => {
      const rows = await db.selectFrom('node').selectAll().execute();
      const held = await heldBy(db);
      const nodes = rows.map(({ id, seen_at, record }) => ({
        ...factsOf(record),
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

  async workersOn(host: string): Promise<number> {
    const since = this.now - this.leaseMs;
    const rows = await this.database.read((db) =>
      db.selectFrom('node').select('record').where('seen_at', '>=', since).execute(),
    );
    return rows.map(({ record }) => factsOf(record)).filter((each) => each.host === host && each.role !== 'api').length;
  }

  /**
   * Returns the sessions whose process ran on this machine and has exited. Does not check processes on other machines.
   */
  async endedHere(sessions: readonly string[]): Promise<readonly string[]> {
    if (sessions.length === 0) return [];
    const rows = await this.database.read((db) =>
      db.selectFrom('node').select(['id', 'record']).where('id', 'in', sessions).execute(),
    );
    return rows.filter(({ record }) => hasEndedHere(factsOf(record))).map(({ id }) => id);
  }

  async leave(): Promise<void> {
    await this.database.write((db) => db.deleteFrom('node').where('id', '=', this.database.session).execute());
  }

  /** Deletes the rows of processes that were lost too long ago to be listed. */
  async trim(): Promise<void> {
    const before = this.now - shownMs;
    await this.database.write((db) => db.deleteFrom('node').where('seen_at', '<', before).execute());
  }
}

/** Parses the information about a process. `reads` is empty for processes of earlier versions. */
const factsOf = (record: string): NodeFacts => ({ reads: [], ...(JSON.parse(record) as Omit<NodeFacts, 'reads'>) });

function hasEndedHere({ host, pid }: NodeFacts): boolean {
  if (host !== hostname()) return false;
  // The session belongs to an earlier process with the same host name and PID, e.g. before a container restart. That
  // process has exited.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Counts the leases of each kind by process. */
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
