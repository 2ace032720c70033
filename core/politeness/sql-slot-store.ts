import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { prepared, preparedInsert, together } from '../database/prepared';
import type { Db, Row } from '../database/schema';
import { beginTask } from '../storage/sql/claims';
import { SqlStore } from '../storage/sql/sql-store';
import { TaskIds } from '../storage/sql/task-ids';
import { HostRateLimiter, type LimiterState, type PaceReport } from './host-rate-limiter';
import { limitsOf, lookAgainMs, type SlotWish, type WaitingPage } from './host-slots';
import type { SlotStore, StoredAnswer } from './slot-store';

/** Hosts looked at for one page. */
const mostHosts = 32;
/** Slots that one statement ends. */
const slotsAtOnce = 8;
/** How soon to try again when another process has the row of a host, in milliseconds. */
const lockedMs = 5;
/** How long the pace of a host is remembered that nobody asks, in milliseconds. */
const rememberedMs = 24 * 60 * 60_000;

const lockPace = prepared((db, { name }: { readonly name: string }) =>
  db.selectFrom('pace').select('state').where('name', '=', name).forUpdate().skipLocked(),
);

const awaitPace = prepared((db, { name }: { readonly name: string }) =>
  db.selectFrom('pace').select('state').where('name', '=', name).forUpdate(),
);

const findPace = prepared((db, { name }: { readonly name: string }) =>
  db.selectFrom('pace').select('state').where('name', '=', name),
);

/** Some hosts or slots, each under its number. */
interface Several {
  readonly [place: number]: string;
}

/** The pace of some hosts with their pages in work, as it was a moment ago. */
const findSome = prepared((db, hosts: Several) =>
  db
    .selectFrom('pace')
    .select(['name', 'state', sql<number>`(select count(*) from slot where slot.host = pace.name)`.as('active')])
    .where(
      'name',
      'in',
      Array.from({ length: mostHosts }, (_, n) => hosts[n] ?? ''),
    ),
);

const addPace = prepared((db, { name, state, used_at }: Row<'pace'>) =>
  db
    .insertInto('pace')
    .values({ name, state, used_at })
    .onConflict((it) => it.column('name').doNothing())
    .returning('name'),
);

const savePace = prepared((db, { name, state, used_at }: Row<'pace'>) =>
  db.updateTable('pace').set({ state, used_at }).where('name', '=', name),
);

const countOnHost = prepared((db, { name }: { readonly name: string }) =>
  db
    .selectFrom('slot')
    .select((it) => it.fn.countAll<number>().as('n'))
    .where('host', '=', name),
);

const countOfJob = prepared((db, { name }: { readonly name: string }) =>
  db
    .selectFrom('slot')
    .select((it) => it.fn.countAll<number>().as('n'))
    .where('job', '=', name),
);

const addSlot = preparedInsert('slot', ['id', 'host', 'job', 'rest_ms', 'worker', 'lease_until']);

/** Ends slots together. */
const removeSlots = prepared((db, ids: Several) =>
  db
    .deleteFrom('slot')
    .where(
      'id',
      'in',
      Array.from({ length: slotsAtOnce }, (_, n) => ids[n] ?? ''),
    )
    .returning(['job', 'rest_ms']),
);

/** A row of `pace` that this transaction has locked, with what is running. */
interface Locked {
  readonly name: string;
  readonly limiter: HostRateLimiter;
}

/** The pace of hosts in SQL: the row of a host is its token, so that many processes ask a host as one would. */
export class SqlSlotStore extends SqlStore implements SlotStore {
  reserve(wish: SlotWish): Promise<StoredAnswer> {
    return this.#write((db) => this.#reserve(db, wish));
  }

  release(ids: readonly string[]): Promise<void> {
    return this.#write(async (db) => {
      for (let at = 0; at < ids.length; at += slotsAtOnce)
        for (const removed of await removeSlots(db, padded(ids.slice(at, at + slotsAtOnce), slotsAtOnce)))
          await this.#rest(db, removed);
    });
  }

  report(host: string, reports: readonly PaceReport[]): Promise<void> {
    return this.#write(async (db) => {
      const row = await this.#awaitPace(db, host);
      const limiter = this.#limiterOf(host, row.state, 0);
      for (const report of reports) limiter.report(report);
      await savePace(db, this.#rowOf({ name: host, limiter }));
    });
  }

  async waitOf(host: string): Promise<number> {
    return (await this.#read(host))?.waitMs() ?? 0;
  }

  async asked(host: string) {
    return (await this.#read(host))?.asked();
  }

  async renew(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#write((db) =>
      db
        .updateTable('slot')
        .set({ lease_until: this.now + this.leaseMs })
        .where('id', 'in', [...ids])
        .execute(),
    );
  }

  reap(dead: readonly string[], lapsed: boolean): Promise<void> {
    return this.#write(async (db) => {
      const ended = await db
        .deleteFrom('slot')
        .where((it) =>
          it.or([
            it('lease_until', '<=', lapsed ? this.now : 0),
            ...(dead.length > 0 ? [it('worker', 'in', [...dead])] : []),
          ]),
        )
        .returning(['job', 'rest_ms'])
        .execute();
      for (const slot of ended) await this.#rest(db, slot);
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

  async #reserve(db: Db, wish: SlotWish): Promise<StoredAnswer> {
    const { jobId, pages, most, restMs = 0, wanted } = wish;
    const lost: number[] = [];
    const job = most === undefined ? undefined : await this.#lock(db, nameOfJob(jobId), most);
    if (job === 'locked') return { waitMs: lockedMs, lost };
    if (job && (job.limiter.isFull || job.limiter.waitMs() > 0))
      return { waitMs: job.limiter.waitMs() || lookAgainMs, lost };
    const busy = await this.#busy(db, wish);
    for (const [page, { host, claim }] of pages.entries()) {
      if (busy.get(host) !== 0) continue;
      const locked = await this.#lock(db, host);
      const waitMs = locked === 'locked' ? lockedMs : this.#waitFor(locked, wanted);
      if (locked === 'locked' || waitMs > 0) {
        busy.set(host, waitMs);
        continue;
      }
      if (claim && !(await begin(db, jobId, claim))) {
        lost.push(page);
        continue;
      }
      const id = randomUUID();
      const worker = this.database.session;
      const lease_until = this.now + this.leaseMs;
      await together(db, [
        addSlot.with({ id, host, job: job ? job.name : null, rest_ms: restMs, worker, lease_until }),
        savePace.with(this.#rowOf(locked)),
        ...(job ? [savePace.with(this.#rowOf(job))] : []),
      ]);
      return { page, id, waitMs: 0, lost };
    }
    return { waitMs: Math.min(...[...busy.values()].filter((each) => each > 0), lookAgainMs * 10), lost };
  }

  /** The first hosts of a wish with the milliseconds until each may have a slot, 0 for one that seems free. Locks nothing. */
  async #busy(db: Db, { pages, wanted }: SlotWish): Promise<Map<string, number>> {
    const hosts = [...new Set(pages.map(({ host }) => host))].slice(0, mostHosts);
    const busy = new Map(hosts.map((host) => [host, 0]));
    // The row of a single host is locked and read anyway.
    if (hosts.length === 1) return busy;
    for (const { name, state, active } of await findSome(db, padded(hosts, mostHosts)))
      busy.set(name, this.#waitFor({ name, limiter: this.#limiterOf(name, state, active) }, wanted));
    return busy;
  }

  /** Milliseconds until a host has a slot; 0 when it was taken. */
  #waitFor({ limiter }: Locked, wanted: number | undefined): number {
    if (limiter.tryReserve({ wanted })) return 0;
    return Math.max(limiter.waitMs(), limiter.isFull ? lookAgainMs : 0);
  }

  /** The row of a host or job, made when there is none; `locked` when another process has it. */
  async #lock(db: Db, name: string, most?: number): Promise<Locked | 'locked'> {
    let [row] = await lockPace(db, { name });
    if (!row) {
      // Adding a row that another process has locked would wait for it.
      if ((await findPace(db, { name })).length > 0) return 'locked';
      const [added] = await addPace(db, { name, state: '', used_at: this.now });
      if (!added) return 'locked';
      row = { state: '' };
    }
    const count = most === undefined ? countOnHost : countOfJob;
    const [counted] = await count(db, { name });
    return { name, limiter: this.#limiterOf(name, row.state, counted?.n ?? 0, most) };
  }

  #limiterOf(name: string, state: string, active: number, most?: number): HostRateLimiter {
    const now = this.now;
    const clock = { now: () => now, steadyNow: () => now };
    const known = state === '' ? undefined : (JSON.parse(state) as LimiterState);
    if (most === undefined) return new HostRateLimiter(limitsOf(name), clock, { state: known, active });
    const limits = { start: most, most, adaptsToLatency: false };
    return new HostRateLimiter(limits, clock, { state: known && { ...known, limit: most }, active });
  }

  #rowOf({ name, limiter }: Locked): Row<'pace'> {
    return { name, state: JSON.stringify(limiter.state), used_at: this.now };
  }

  /** The row of a host, made when there is none, once other processes are done with it. */
  async #awaitPace(db: Db, name: string): Promise<Pick<Row<'pace'>, 'state'>> {
    const [known] = await awaitPace(db, { name });
    if (known) return known;
    await addPace(db, { name, state: '', used_at: this.now });
    const [added] = await awaitPace(db, { name });
    return added ?? { state: '' };
  }

  /** Lets the job of a page that has ended rest. */
  async #rest(db: Db, { job, rest_ms }: Pick<Row<'slot'>, 'job' | 'rest_ms'>): Promise<void> {
    if (job === null || rest_ms === 0) return;
    const [row] = await awaitPace(db, { name: job });
    const limiter = this.#limiterOf(job, row?.state ?? '', 0, 1);
    limiter.rest(rest_ms);
    await savePace(db, this.#rowOf({ name: job, limiter }));
  }

  async #read(name: string): Promise<HostRateLimiter | undefined> {
    const [row] = await this.database.read((db) => findPace(db, { name }));
    return row && this.#limiterOf(name, row.state, 0);
  }
}

/** Every list runs the same compiled query; nothing has an empty name. */
const padded = (names: readonly string[], length: number): readonly string[] =>
  Array.from({ length }, (_, n) => names[n] ?? '');

const nameOfJob = (jobId: string): string => `job ${jobId}`;

/** Notes that a claimed task is in work; false when its claim was lost. */
async function begin(db: Db, jobId: string, { id, fence }: NonNullable<WaitingPage['claim']>): Promise<boolean> {
  const place = new TaskIds(jobId).place(id);
  return place !== undefined && (await beginTask(db, { job: jobId, place, fence })).length > 0;
}
