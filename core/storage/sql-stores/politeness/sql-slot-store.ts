import { setTimeout as pause } from 'node:timers/promises';
import { toAppError } from '../../../common/errors';
import type { StorageContext } from '../../../ports/context';
import { type HostRateLimiter, isRefusal, type PaceReport } from '../../../ports/host-rate-limiter';
import type { SlotRequest } from '../../../ports/host-slots';
import { type EndedSlot, type SlotStore, type StoredAnswer, slotLeaseMs } from '../../../ports/slot-store';
import { BatchedWrites } from '../../database/batched-writes';
import type { SqlDatabase } from '../../database/database';
import { isRemote, prepared, together } from '../../database/prepared';
import { padded, type RowValues } from '../../database/row-values';
import type { Db, Row } from '../../database/schema';
import { SqlStore } from '../../sql/sql-store';
import { awaitPaces, limiterOf, savePace, slotBatchSize, stateOf } from './sql-locked-paces';
import { removed, reserveAll, type SlotsAnswer } from './sql-reservations';
import { type Handover, type HandoverPlan, HostsWithRoom, handOver, planHandovers } from './sql-slot-handovers';

const callsAtOnce = 16;
/**
 * Batching delay in ms for released slots and for reports about successful pages. After writing page completions, the
 * process usually requests more slots. All of these calls can then share a transaction.
 */
const gatherMs = 60;
/** Batching delay in ms for slot requests. Several jobs often request slots in quick succession. */
const requestGatherMs = 2;
/** Delay in ms before a failed release of slots is retried. */
const retryMs = 1000;
/** Retention period in ms for the rate limiter of an unused host. */
const rememberedMs = 24 * 60 * 60_000;

const findPace = prepared((db, { name }: { readonly name: string }) =>
  db.selectFrom('pace').select('state').where('name', '=', name),
);

const endSlots = prepared((db, ids: RowValues<string>) =>
  db
    .deleteFrom('slot')
    .where('id', 'in', padded(ids, slotBatchSize, ''))
    .returning(['job', 'rest_ms']),
);

const takenOf = ({ page, slot: { id, onHost } }: Handover): StoredAnswer['taken'][number] => ({
  page,
  id,
  until: onHost?.until,
});

/** A call to the store. Calls share a transaction if they arrive while the store is busy. */
type Call =
  | { readonly request: SlotRequest }
  | { readonly ended: readonly EndedSlot[]; readonly since: number }
  | { readonly renewed: readonly string[] }
  | Learned;

/** Result of a call: the granted slots, or the slots that still exist after a renewal. */
interface CallAnswer {
  readonly slots?: SlotsAnswer;
  readonly renewed?: readonly string[];
}

/** Reports about a host, oldest first. */
interface Learned {
  readonly host: string;
  readonly reports: readonly PaceReport[];
}

/**
 * Host slots and rate limits, stored in SQL. A host's row serves as its lock, so that its limits apply across all
 * processes.
 */
export class SqlSlotStore extends SqlStore implements SlotStore {
  readonly #calls: BatchedWrites<Call, CallAnswer>;
  readonly #room = new HostsWithRoom();

  constructor(database: SqlDatabase, context: StorageContext) {
    super(database, context);
    this.#calls = new BatchedWrites({
      database: { write: (work) => this.#write(work) },
      maxCalls: callsAtOnce,
      work: (db, calls) => this.#answer(db, calls),
    });
  }

  async reserve(request: SlotRequest): Promise<StoredAnswer> {
    let { slots: answer } = await this.#calls.add({ request }, requestGatherMs);
    // Retries when the cached state of a host was outdated. The retry reads the host's row.
    while (!answer) answer = (await this.#calls.add({ request })).slots;
    if (answer.unused.length > 0) void this.#release(answer.unused, this.now);
    return answer;
  }

  async release(slots: readonly EndedSlot[]): Promise<void> {
    // If a job's delay between pages starts with the release, releases the slots without waiting for other calls.
    await this.#calls.add({ ended: slots, since: this.now }, slots.some(({ rests }) => rests) ? undefined : gatherMs);
  }

  async report(host: string, reports: readonly PaceReport[]): Promise<void> {
    await this.#calls.add({ host, reports }, reports.some(isRefusal) ? undefined : gatherMs);
  }

  async #answer(db: Db, calls: readonly Call[]): Promise<readonly CallAnswer[]> {
    const plan = isRemote(db) ? this.#plan(calls) : undefined;
    return plan ? this.#pass(db, calls, plan) : this.#work(db, calls);
  }

  /**
   * Plans how to serve all requests with released slots. Returns undefined if this is not possible, or if any call is
   * neither a request nor a release.
   */
  #plan(calls: readonly Call[]): HandoverPlan | undefined {
    const requests = calls.flatMap((call) => ('request' in call ? call.request : []));
    const ended = calls.flatMap((call) =>
      'ended' in call ? call.ended.map((slot) => ({ slot, since: call.since })) : [],
    );
    const areAll = calls.every((call) => 'request' in call || 'ended' in call);
    return areAll ? planHandovers(requests, ended, this.#room, this.now) : undefined;
  }

  async #pass(db: Db, calls: readonly Call[], plan: HandoverPlan): Promise<readonly CallAnswer[]> {
    const begun = await handOver(db, plan);
    for (const { slot, since } of plan.spare) void this.#release([slot], since);
    if (!begun) {
      this.#room.forget(plan.hosts.keys());
      for (const { slot } of plan.passed) void this.#release([slot], this.now);
      return calls.map(() => ({}));
    }
    return calls.map((call) => {
      if (!('request' in call)) return {};
      const own = plan.passed.filter(({ request }) => request === call.request);
      const lost = own.filter((each) => !begun.has(each));
      const taken = own.flatMap((each) => (begun.has(each) ? takenOf(each) : []));
      return { slots: { taken, lost: lost.map(({ page }) => page), unused: lost.map(({ slot }) => slot), waitMs: 0 } };
    });
  }

  /** Releases slots that no page uses any more. Retries failures until the engine closes. */
  async #release(slots: readonly EndedSlot[], since: number): Promise<void> {
    for (let ended = slots; ; ended = ended.map(({ id, rests }) => ({ id, rests }))) {
      try {
        await this.#calls.add({ ended, since }, gatherMs);
        return;
      } catch (thrown) {
        if (toAppError(thrown).code === 'ENGINE_CLOSING') return;
        await pause(retryMs, undefined, { ref: false });
      }
    }
  }

  /**
   * Performs calls in this order: releases that start a job's delay, renewals, reports, requests. All other releases
   * are combined with the requests.
   */
  async #work(db: Db, calls: readonly Call[]): Promise<readonly CallAnswer[]> {
    const ended = calls.flatMap((call) => ('ended' in call ? call.ended : []));
    const idsOf = (rests: boolean) => ended.filter((each) => each.rests === rests).map(({ id }) => id);
    await this.#end(db, idsOf(true));
    const left = await this.#renew(
      db,
      calls.flatMap((call) => ('renewed' in call ? call.renewed : [])),
    );
    await this.#learn(
      db,
      calls.filter((call) => 'reports' in call),
    );
    const requests = calls.flatMap((call) => ('request' in call ? call.request : []));
    const { now } = this;
    const until = now + slotLeaseMs(this.leaseMs);
    const parts = { now, until, worker: this.database.session, ended: idsOf(false), room: this.#room };
    if (requests.length === 0) await together(db, removed(parts.ended));
    const answers = requests.length > 0 ? [...(await reserveAll(db, requests, parts))] : [];
    return calls.map((call) => {
      if ('request' in call) return { slots: answers.shift() };
      return 'renewed' in call ? { renewed: call.renewed.filter((id) => left.has(id)) } : {};
    });
  }

  /** Extends the leases on slots. Returns the IDs of the slots that still exist. */
  async #renew(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .updateTable('slot')
      .set({ lease_until: this.now + slotLeaseMs(this.leaseMs) })
      .where('id', 'in', ids)
      .returning('id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Releases slots. Starts the delay before the next page of each affected job. */
  async #end(db: Db, ids: readonly string[]): Promise<void> {
    const ended: Pick<Row<'slot'>, 'job' | 'rest_ms'>[] = [];
    for (let at = 0; at < ids.length; at += slotBatchSize)
      ended.push(...(await endSlots(db, padded(ids.slice(at, at + slotBatchSize), slotBatchSize, ''))));
    await this.#rest(db, ended);
  }

  #learn(db: Db, learned: readonly Learned[]): Promise<void> {
    const hosts = learned.map(({ host }) => host);
    this.#room.forget(hosts);
    return this.#change(db, hosts, (limiter, name) => {
      for (const { host, reports } of learned) if (host === name) for (const report of reports) limiter.report(report);
    });
  }

  async waitOf(host: string): Promise<number> {
    return (await this.#read(host))?.waitMs() ?? 0;
  }

  async requestedPause(host: string) {
    return (await this.#read(host))?.asked();
  }

  async renew(ids: readonly string[]): Promise<readonly string[]> {
    return ids.length > 0 ? ((await this.#calls.add({ renewed: ids })).renewed ?? []) : [];
  }

  async reap(dead: readonly string[], lapsed: boolean): Promise<void> {
    if (!lapsed && dead.length === 0) return;
    await this.#write(async (db) => {
      const { now } = this;
      // Also deletes leases that end implausibly late. Such leases were set with a wrong clock, or before the clock was
      // set back.
      const latest = now + 2 * slotLeaseMs(this.leaseMs);
      const ended = await db
        .deleteFrom('slot')
        .where((it) => {
          const isOver = it('lease_until', '<=', now);
          if (dead.length === 0) return isOver;
          const ofDead = it('worker', 'in', [...dead]);
          const isLost = it.and([ofDead, it('lease_until', '>', latest)]);
          return it.or([lapsed ? isOver : it.and([ofDead, isOver]), isLost]);
        })
        .returning(['job', 'rest_ms'])
        .execute();
      await this.#rest(db, ended);
    });
  }

  async sweep(): Promise<void> {
    await this.#write((db) =>
      db
        .deleteFrom('pace')
        .where('used_at', '<', this.now - rememberedMs)
        .where((it) => it.not(it.exists(it.selectFrom('slot').select('id').whereRef('slot.host', '=', 'pace.name'))))
        .execute(),
    );
  }

  async workers(): Promise<readonly string[]> {
    const rows = await this.database.read((db) => db.selectFrom('slot').select('worker').distinct().execute());
    return rows.map(({ worker }) => worker);
  }

  #write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.database.write(work, 'hosts');
  }

  /** For each job whose pages have ended, starts the delay before its next page. */
  async #rest(db: Db, ended: readonly Pick<Row<'slot'>, 'job' | 'rest_ms'>[]): Promise<void> {
    const rests = new Map(ended.flatMap(({ job, rest_ms }) => (job !== null && rest_ms > 0 ? [[job, rest_ms]] : [])));
    await this.#change(db, rests.keys(), (limiter, job) => limiter.rest(rests.get(job) ?? 0), 1);
  }

  /** Changes the state of hosts or jobs in name order. Waits for rows locked by other processes. */
  async #change(
    db: Db,
    names: Iterable<string>,
    change: (limiter: HostRateLimiter, name: string) => void,
    most?: number,
  ): Promise<void> {
    const { now } = this;
    const rows: Row<'pace'>[] = [];
    for (const [name, state] of await awaitPaces(db, [...new Set(names)].sort(), now)) {
      const limiter = limiterOf(name, { state, active: 0 }, now, most);
      change(limiter, name);
      rows.push({ name, state: stateOf(limiter), used_at: now });
    }
    await together(
      db,
      rows.map((row) => savePace.with(row)),
    );
  }

  async #read(name: string): Promise<HostRateLimiter | undefined> {
    const [row] = await this.database.read((db) => findPace(db, { name }));
    return row && limiterOf(name, { state: row.state, active: 0 }, this.now);
  }
}
