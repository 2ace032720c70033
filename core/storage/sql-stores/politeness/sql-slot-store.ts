import { setTimeout as pause } from 'node:timers/promises';
import { toAppError } from '../../../common/errors';
import type { StorageContext } from '../../../ports/context';
import { type HostRateLimiter, isRefusal, type PaceReport } from '../../../ports/host-rate-limiter';
import type { SlotWish } from '../../../ports/host-slots';
import { type EndedSlot, type SlotStore, type StoredAnswer, slotLeaseMs } from '../../../ports/slot-store';
import type { SqlDatabase } from '../../database/database';
import { GatheredWrites } from '../../database/gathered-writes';
import { isFar, prepared, together } from '../../database/prepared';
import type { Db, Row } from '../../database/schema';
import { filledUp, type Several } from '../../database/several';
import { SqlStore } from '../../sql/sql-store';
import { awaitPaces, limiterOf, savePace, slotsAtOnce, stateOf } from './sql-locked-paces';
import { HostsWithRoom, type Passed, type PassPlan, passOn, planPasses } from './sql-passed-slots';
import { removed, reserveAll, type SlotsAnswer } from './sql-reservations';

/** Calls that one transaction answers. */
const callsAtOnce = 16;
/**
 * How long the end of slots and good answers of a host wait for another call, in milliseconds: the process most likely asks for the next
 * slots, once the ends of some pages are written.
 */
const restMs = 60;
/** How long a wish waits for others, in milliseconds: those of several jobs come one right after the other once pages have ended. */
const wishRestMs = 2;
/** How soon slots are ended again that could not be, in milliseconds. */
const againMs = 1000;
/** How long the pace of a host is remembered that nobody asks, in milliseconds. */
const rememberedMs = 24 * 60 * 60_000;

const findPace = prepared((db, { name }: { readonly name: string }) =>
  db.selectFrom('pace').select('state').where('name', '=', name),
);

const endSlots = prepared((db, ids: Several<string>) =>
  db
    .deleteFrom('slot')
    .where('id', 'in', filledUp(ids, slotsAtOnce, ''))
    .returning(['job', 'rest_ms']),
);

const takenOf = ({ page, slot: { id, onHost } }: Passed): StoredAnswer['taken'][number] => ({
  page,
  id,
  until: onHost?.until,
});

/** What the store is asked while it is busy with something else: all of it is answered by one transaction. */
type Call =
  | { readonly wish: SlotWish }
  | { readonly ended: readonly EndedSlot[]; readonly since: number }
  | { readonly renewed: readonly string[] }
  | Learned;

/** What a call came to: a wish its slots, a renewal the slots that are left. */
interface CallAnswer {
  readonly slots?: SlotsAnswer;
  readonly renewed?: readonly string[];
}

/** What was learned of a host, the oldest first. */
interface Learned {
  readonly host: string;
  readonly reports: readonly PaceReport[];
}

/** The pace of hosts in SQL: the row of a host is its token, so that many processes ask a host as one would. */
export class SqlSlotStore extends SqlStore implements SlotStore {
  readonly #calls: GatheredWrites<Call, CallAnswer>;
  readonly #room = new HostsWithRoom();

  constructor(database: SqlDatabase, context: StorageContext) {
    super(database, context);
    this.#calls = new GatheredWrites({
      database: { write: (work) => this.#write(work) },
      most: callsAtOnce,
      work: (db, calls) => this.#answer(db, calls),
    });
  }

  async reserve(wish: SlotWish): Promise<StoredAnswer> {
    let { slots: answer } = await this.#calls.add({ wish }, wishRestMs);
    // A host may not be asked any more as it was: its row says how.
    while (!answer) answer = (await this.#calls.add({ wish })).slots;
    if (answer.unused.length > 0) void this.#giveBack(answer.unused, this.now);
    return answer;
  }

  async release(slots: readonly EndedSlot[]): Promise<void> {
    // The rest of a job between two pages begins with this write.
    await this.#calls.add({ ended: slots, since: this.now }, slots.some(({ rests }) => rests) ? undefined : restMs);
  }

  async report(host: string, reports: readonly PaceReport[]): Promise<void> {
    await this.#calls.add({ host, reports }, reports.some(isRefusal) ? undefined : restMs);
  }

  async #answer(db: Db, calls: readonly Call[]): Promise<readonly CallAnswer[]> {
    const plan = isFar(db) ? this.#plan(calls) : undefined;
    return plan ? this.#pass(db, calls, plan) : this.#work(db, calls);
  }

  /** How slots that end meet all wishes, where nothing else is asked. */
  #plan(calls: readonly Call[]): PassPlan | undefined {
    const wishes = calls.flatMap((call) => ('wish' in call ? call.wish : []));
    const ended = calls.flatMap((call) =>
      'ended' in call ? call.ended.map((slot) => ({ slot, since: call.since })) : [],
    );
    const areAll = calls.every((call) => 'wish' in call || 'ended' in call);
    return areAll ? planPasses(wishes, ended, this.#room, this.now) : undefined;
  }

  async #pass(db: Db, calls: readonly Call[], plan: PassPlan): Promise<readonly CallAnswer[]> {
    const begun = await passOn(db, plan);
    for (const { slot, since } of plan.spare) void this.#giveBack([slot], since);
    if (!begun) {
      this.#room.forget(plan.hosts.keys());
      for (const { slot } of plan.passed) void this.#giveBack([slot], this.now);
      return calls.map(() => ({}));
    }
    return calls.map((call) => {
      if (!('wish' in call)) return {};
      const own = plan.passed.filter(({ wish }) => wish === call.wish);
      const lost = own.filter((each) => !begun.has(each));
      const taken = own.flatMap((each) => (begun.has(each) ? takenOf(each) : []));
      return { slots: { taken, lost: lost.map(({ page }) => page), unused: lost.map(({ slot }) => slot), waitMs: 0 } };
    });
  }

  /** Ends slots that their holder has given back already; those that cannot be ended now are tried again until the engine closes. */
  async #giveBack(slots: readonly EndedSlot[], since: number): Promise<void> {
    for (let ended = slots; ; ended = ended.map(({ id, rests }) => ({ id, rests }))) {
      try {
        await this.#calls.add({ ended, since }, restMs);
        return;
      } catch (thrown) {
        if (toAppError(thrown).code === 'ENGINE_CLOSING') return;
        await pause(againMs, undefined, { ref: false });
      }
    }
  }

  /** What ends goes first, and what was learned before what is asked. */
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
    const wishes = calls.flatMap((call) => ('wish' in call ? call.wish : []));
    const { now } = this;
    const until = now + slotLeaseMs(this.leaseMs);
    const parts = { now, until, worker: this.database.session, ended: idsOf(false), room: this.#room };
    if (wishes.length === 0) await together(db, removed(parts.ended));
    const answers = wishes.length > 0 ? [...(await reserveAll(db, wishes, parts))] : [];
    return calls.map((call) => {
      if ('wish' in call) return { slots: answers.shift() };
      return 'renewed' in call ? { renewed: call.renewed.filter((id) => left.has(id)) } : {};
    });
  }

  /** Makes slots last anew; gives back those that are left. */
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

  /** Ends slots whose jobs rest now. */
  async #end(db: Db, ids: readonly string[]): Promise<void> {
    const ended: Pick<Row<'slot'>, 'job' | 'rest_ms'>[] = [];
    for (let at = 0; at < ids.length; at += slotsAtOnce)
      ended.push(...(await endSlots(db, filledUp(ids.slice(at, at + slotsAtOnce), slotsAtOnce, ''))));
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

  async asked(host: string) {
    return (await this.#read(host))?.asked();
  }

  async renew(ids: readonly string[]): Promise<readonly string[]> {
    return ids.length > 0 ? ((await this.#calls.add({ renewed: ids })).renewed ?? []) : [];
  }

  async reap(dead: readonly string[], lapsed: boolean): Promise<void> {
    if (!lapsed && dead.length === 0) return;
    await this.#write(async (db) => {
      const { now } = this;
      // A lease that ends much later than any could was given by a clock that is wrong, or has been set back since.
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

  /** Lets the jobs of pages that have ended rest. */
  async #rest(db: Db, ended: readonly Pick<Row<'slot'>, 'job' | 'rest_ms'>[]): Promise<void> {
    const rests = new Map(ended.flatMap(({ job, rest_ms }) => (job !== null && rest_ms > 0 ? [[job, rest_ms]] : [])));
    await this.#change(db, rests.keys(), (limiter, job) => limiter.rest(rests.get(job) ?? 0), 1);
  }

  /** Changes the state of hosts or jobs once other processes are done with them, in the order of their names. */
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
