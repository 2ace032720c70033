import { sql } from 'kysely';
import type { DeliveryTry } from '../../../common/api/delivery-answers';
import { isoNow } from '../../../common/concurrency/clock';
import type { StorageContext } from '../../../ports/context';
import type { Delivery, DeliveryChange, DeliveryFilter, NewDelivery, Outbox } from '../../../ports/delivery/outbox';
import { receiverOf } from '../../../ports/delivery/outbox';
import { contains } from '../../database/contains';
import type { SqlDatabase } from '../../database/database';
import { prepared } from '../../database/prepared';
import type { Db, Row } from '../../database/schema';
import { compress, decompress } from '../../database/zstd';
import { SqlStore } from '../../sql/sql-store';

const isPending = sql<boolean>`state = ${sql.lit('pending')}`;

/** Fields of a delivery that are stored as JSON. */
type Kept = Omit<Delivery, 'state' | 'nextAt' | 'tries'>;

type NewRow = Pick<Row<'outbox'>, 'id' | 'job' | 'type' | 'sink' | 'receiver' | 'next_at' | 'record' | 'data'>;

/** Inserts a delivery. Returns no row when its ID already exists. */
const insertDelivery = prepared((db, { id, job, type, sink, receiver, next_at, record, data }: NewRow) =>
  db
    .insertInto('outbox')
    .values({ id, job, type, sink, receiver, next_at, record, data, state: 'pending', wait_ms: 0, tries: '[]' })
    .onConflict((it) => it.column('id').doNothing())
    .returning('id'),
);

/**
 * Lease time for an attempt, in ms. It is longer than any attempt. If the process dies, the delivery is retried when
 * the lease expires.
 */
const tryLeaseMs = 30_000;

/** Claims a delivery by moving `next_at` to the end of the lease. Returns no row when the delivery is not due. */
const claimDelivery = prepared(
  (db, at: { readonly id: string; readonly worker: string; readonly now: number; readonly until: number }) =>
    db
      .updateTable('outbox')
      .set({ worker: at.worker, next_at: at.until, wait_ms: tryLeaseMs })
      .where('id', '=', at.id)
      .where(isPending)
      .where(sql<boolean>`(next_at <= ${at.now} or next_at - wait_ms > ${at.now})`)
      .returningAll(),
);

/** Outbox stored in SQL. */
export class SqlOutbox extends SqlStore implements Outbox {
  add(delivery: NewDelivery): Promise<boolean> {
    return this.database.write(async (db) => (await addDeliveries(db, [delivery], this.context, this.database)) > 0);
  }

  async due(limit: number, except: ReadonlySet<string> = new Set()): Promise<readonly Delivery[]> {
    const now = this.now;
    const rows = await this.database.read((db) => {
      const due = db.selectFrom('outbox').selectAll().where(isPending);
      const others = except.size > 0 ? due.where('receiver', 'not in', [...except]) : due;
      const ready = others.where((it) => it.or([it('next_at', '<=', now), sql<boolean>`next_at - wait_ms > ${now}`]));
      return ready.orderBy('next_at').orderBy('number').limit(limit).execute();
    });
    return rows.map((row) => this.#toDelivery(row));
  }

  async nextDueIn(): Promise<number | undefined> {
    const first = await this.database.read((db) =>
      db.selectFrom('outbox').selectAll().where(isPending).orderBy('next_at').limit(1).executeTakeFirst(),
    );
    return first && Math.max(0, Date.parse(this.#toDelivery(first).nextAt) - this.now);
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const row = await this.#row(id);
    return row && decompress(row.data);
  }

  async get(id: string): Promise<Delivery | undefined> {
    const row = await this.#row(id);
    return row && this.#toDelivery(row);
  }

  claim(id: string): Promise<Delivery | undefined> {
    return this.database.write(async (db) => {
      const now = this.now;
      const { session: worker } = this.database;
      const [row] = await claimDelivery(db, { id, worker, now, until: now + tryLeaseMs });
      return row && this.#toDelivery(row);
    });
  }

  async unclaim(id: string): Promise<void> {
    const due = { worker: null, next_at: this.now, wait_ms: 0 };
    await this.database.write((db) =>
      db
        .updateTable('outbox')
        .set(due)
        .where('id', '=', id)
        .where(isPending)
        .where('worker', '=', this.database.session)
        .execute(),
    );
  }

  update(id: string, { state, waitMs, attempt }: DeliveryChange): Promise<Delivery | undefined> {
    return this.database.write(async (db) => {
      const row = await this.#row(id, db);
      // Ignores a late report from a process whose lease was taken over, because it would overwrite the new holder's
      // report.
      if (!row || (attempt && isOver(row, this.database.session))) return undefined;
      const tries = attempt ? JSON.stringify([...(JSON.parse(row.tries) as DeliveryTry[]), attempt]) : row.tries;
      const next_at = waitMs === undefined ? row.next_at : this.now + waitMs;
      const wait_ms = waitMs ?? row.wait_ms;
      const change = { state, tries, next_at, wait_ms, worker: null };
      await db.updateTable('outbox').set(change).where('number', '=', row.number).execute();
      return this.#toDelivery({ ...row, state, tries, next_at, wait_ms });
    });
  }

  list(
    jobId: string,
    { skip, limit }: Parameters<Outbox['list']>[1],
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }> {
    return this.database.read(async (db) => {
      const all = db.selectFrom('outbox').where('job', '=', jobId);
      const rows = await all.selectAll().orderBy('number').limit(limit).offset(skip).execute();
      const count = await all.select((it) => it.fn.countAll<number>().as('n')).executeTakeFirst();
      return { deliveries: rows.map((row) => this.#toDelivery(row)), total: count?.n ?? 0 };
    });
  }

  find(
    { state, event = '', receiver = '' }: DeliveryFilter,
    { skip, limit }: Parameters<Outbox['find']>[1],
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }> {
    return this.database.read(async (db) => {
      let all = db.selectFrom('outbox');
      if (state) all = all.where('state', '=', state);
      if (event) all = all.where(contains(sql`lower(type)`, event));
      if (receiver) all = all.where(contains(sql`lower(receiver)`, receiver));
      const rows = await all.selectAll().orderBy('number', 'desc').limit(limit).offset(skip).execute();
      const count = await all.select((it) => it.fn.countAll<number>().as('n')).executeTakeFirst();
      return { deliveries: rows.map((row) => this.#toDelivery(row)), total: count?.n ?? 0 };
    });
  }

  replay(id: string): Promise<Delivery | undefined> {
    return this.update(id, { state: 'pending', waitMs: 0 });
  }

  async removeJob(jobId: string): Promise<void> {
    await this.database.write((db) => db.deleteFrom('outbox').where('job', '=', jobId).execute());
  }

  async #row(id: string, db?: Db): Promise<Row<'outbox'> | undefined> {
    const find = (one: Db) => one.selectFrom('outbox').selectAll().where('id', '=', id);
    return db ? find(db).forUpdate().executeTakeFirst() : this.database.read((one) => find(one).executeTakeFirst());
  }

  /**
   * Converts a row to a delivery. If the clock was set back, the delivery is due now, because its wait would otherwise
   * become longer.
   */
  #toDelivery({ record, state, tries, next_at, wait_ms }: Row<'outbox'>): Delivery {
    const dueAt = next_at - wait_ms > this.now ? this.now : next_at;
    return {
      ...(JSON.parse(record) as Kept),
      state: state as Delivery['state'],
      nextAt: new Date(dueAt).toISOString(),
      tries: JSON.parse(tries) as DeliveryTry[],
    };
  }
}

/** True when a report on an attempt is too late because another session has claimed or finished the delivery. */
const isOver = ({ state, worker }: Row<'outbox'>, session: string): boolean =>
  state !== 'pending' || (worker !== null && worker !== session);

/**
 * Releases deliveries held by dead processes and makes them due at `dueAt`. Without `sessions`, releases the deliveries
 * of all sessions.
 */
export async function freeDeliveries(db: Db, dueAt: number, sessions?: readonly string[]): Promise<void> {
  const freed = db.updateTable('outbox').set({ worker: null, next_at: dueAt, wait_ms: 0 });
  await (sessions ? freed.where('worker', 'in', sessions) : freed.where('worker', 'is not', null)).execute();
}

/** Adds deliveries that are due now. Returns the number of new deliveries. */
export async function addDeliveries(
  db: Db,
  deliveries: readonly NewDelivery[],
  { clock }: StorageContext,
  database: Pick<SqlDatabase, 'notify'>,
): Promise<number> {
  let added = 0;
  for (const { body, ...delivery } of deliveries) {
    const { id, jobId, type, sink } = delivery;
    const kept: Kept = { ...delivery, createdAt: isoNow(clock) };
    const row = { id, job: jobId, type, sink, receiver: receiverOf(delivery) };
    const about = { next_at: clock.now(), record: JSON.stringify(kept), data: compress(body) };
    added += (await insertDelivery(db, { ...row, ...about })).length;
  }
  if (added > 0) await database.notify(db, 'outbox');
  return added;
}
