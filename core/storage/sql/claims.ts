import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { prepared } from '../../database/prepared';
import { type Db, type Row, taskState } from '../../database/schema';
import { leaseMs } from '../../tasks/frontier';
import type { Queue } from './queue';

/** A new worker of a session. */
export const workerOf = (session: string): string => `${session}/${randomUUID()}`;

/** The session of a worker. */
export const sessionOf = (worker: string | null): string => worker?.split('/', 1)[0] ?? '';

/** Who claims tasks of a queue, and when. */
interface Claimant {
  readonly worker: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Now = Pick<Claimant, 'now'> & { readonly queue: number };
type Claimed = Pick<Row<'task'>, 'queue' | 'place' | 'worker'>;

const isWaiting = sql<boolean>`state = ${sql.lit(taskState.waiting)}`;
const isInFlight = sql<boolean>`state = ${sql.lit(taskState.inFlight)}`;

/** Waiting tasks that are due, or were put off by a clock that has been set back since. */
const due = (db: Pick<Db, 'selectFrom'>, at: Now) =>
  db
    .selectFrom('task')
    .select('place')
    .where('queue', '=', at.queue)
    .where(isWaiting)
    .where(sql<boolean>`(ready_at <= ${at.now} or ready_at - wait_ms > ${at.now})`);

const findNext = prepared((db, at: Now & { readonly n: number }) => dueFirst(db, at).limit(at.n));

/** Waiting tasks that are due, in the order in which they start. */
const dueFirst = (db: Pick<Db, 'selectFrom'>, at: Now) => due(db, at).orderBy('turn').orderBy('place');

/** The next task that was in flight when its worker died. */
const findSuspect = prepared((db, at: Now) =>
  due(db, at).where('turn', '=', 0).where('interrupted', '>', 0).orderBy('alone').orderBy('place').limit(1),
);

interface NewClaims {
  readonly queue: number;
  readonly worker: string;
  /** When the claims end, in milliseconds since 1970. */
  readonly until: number;
}

const claimed = (at: NewClaims) => ({ state: taskState.inFlight, worker: at.worker, lease_until: at.until });

const claimTask = prepared((db, at: NewClaims & { readonly place: number }) =>
  db
    .updateTable('task')
    .set(claimed(at))
    .set((it) => ({ fence: it('fence', '+', 1) }))
    .where('queue', '=', at.queue)
    .where('place', '=', at.place)
    .returningAll(),
);

/** Rows that another process is about to claim are passed over. They are chosen once, or the limit would not hold. */
const claimNext = prepared((db, at: NewClaims & Now & { readonly n: number }) =>
  db
    .with(
      (next) => next('next').materialized(),
      (it) => dueFirst(it, at).limit(at.n).forUpdate().skipLocked(),
    )
    .updateTable('task')
    .set(claimed(at))
    .set((it) => ({ fence: it('fence', '+', 1) }))
    .where('queue', '=', at.queue)
    .where('place', 'in', (it) => it.selectFrom('next').select('next.place'))
    .returningAll(),
);

/** Makes the claims of a worker last longer. */
export const renewClaims = prepared(
  (db, claim: { readonly queue: number; readonly worker: string; readonly until: number }) =>
    db
      .updateTable('task')
      .set({ lease_until: claim.until })
      .where('queue', '=', claim.queue)
      .where(isInFlight)
      .where('worker', '=', claim.worker),
);

/** Claimed tasks of all queues. */
export const findClaimed = (db: Db) => db.selectFrom('task').select(['queue', 'place', 'worker']).where(isInFlight);

const findOthers = prepared((db, at: { readonly queue: number; readonly worker: string }) =>
  findClaimed(db).select('lease_until').where('queue', '=', at.queue).where('worker', '<>', at.worker),
);

const findReadyAt = prepared((db, at: { readonly queue: number }) =>
  db
    .selectFrom('task')
    .select((it) => it.fn.min<number | null>('ready_at').as('at'))
    .where('queue', '=', at.queue)
    .where(isWaiting),
);

const putBack = prepared((db, at: { readonly queue: number; readonly place: number; readonly alone: number }) =>
  db
    .updateTable('task')
    .set({ state: taskState.waiting, turn: 0, ready_at: 0, wait_ms: 0, worker: null })
    .set((it) => ({ interrupted: it('interrupted', '+', 1), alone: it('alone', '+', at.alone) }))
    .where('queue', '=', at.queue)
    .where('place', '=', at.place)
    .returning('interrupted'),
);

/** Makes tasks wait again whose workers have died; gives back how many of them had never been interrupted before. */
export async function putBackInterrupted(db: Db, tasks: readonly Claimed[]): Promise<number> {
  let suspects = 0;
  for (const { queue, place, worker } of tasks) {
    const ofWorker = tasks.filter((other) => other.queue === queue && other.worker === worker);
    const [row] = await putBack(db, { queue, place, alone: ofWorker.length === 1 ? 1 : 0 });
    if (row?.interrupted === 1) suspects += 1;
  }
  return suspects;
}

/** Claims up to `n` tasks; the counters are changed, to be saved. */
export async function claimTasks(
  db: Db,
  queue: Queue,
  { worker, now }: Claimant,
  n: number,
): Promise<readonly Row<'task'>[]> {
  await putBackLapsed(db, queue, { worker, now });
  if (queue.waiting === 0 || n <= 0) return [];
  const at = { queue: queue.id, worker, until: now + leaseMs };
  const tasks: Row<'task'>[] = [];
  const suspect = await nextSuspect(db, queue, now);
  if (suspect) tasks.push(...(await claimTask(db, { ...at, place: suspect.place })));
  else if (suspect === undefined) tasks.push(...(await claimNext(db, { ...at, now, n })));
  tasks.sort((a, b) => a.turn - b.turn || a.place - b.place);
  queue.waiting -= tasks.length;
  queue.in_flight += tasks.length;
  return tasks;
}

/** When a task may be claimed next; undefined when one may be now, or when none may before some end. */
export async function nextClaimAt(db: Db, queue: Queue, { worker, now }: Claimant): Promise<number | undefined> {
  if (await isClaimable(db, queue, now)) return undefined;
  const waiting = queue.waiting > 0 && (queue.suspects === 0 || queue.in_flight === 0);
  const times = waiting ? [(await findReadyAt(db, { queue: queue.id }))[0]?.at] : [];
  if (queue.in_flight > 0)
    for (const other of await findOthers(db, { queue: queue.id, worker })) times.push(other.lease_until);
  const known = times.filter((at) => typeof at === 'number');
  return known.length > 0 ? Math.min(...known) : undefined;
}

/** Makes tasks wait again whose workers have not renewed their claims. */
async function putBackLapsed(db: Db, queue: Queue, { worker, now }: Claimant): Promise<void> {
  if (queue.in_flight === 0) return;
  const others = await findOthers(db, { queue: queue.id, worker });
  // A lease that ends later than any could was given by a clock that has been set back since.
  const isAlive = ({ lease_until: end }: { readonly lease_until: number }) => end > now && end <= now + leaseMs;
  const alive = new Set(others.filter(isAlive).map((other) => other.worker));
  const lapsed = others.filter((other) => !alive.has(other.worker));
  queue.suspects += await putBackInterrupted(db, lapsed);
  queue.in_flight -= lapsed.length;
  queue.waiting += lapsed.length;
}

/**
 * A task that was in flight when its worker died, which runs alone in case it was the reason. Undefined when others may be claimed,
 * null when none may now.
 */
async function nextSuspect(db: Db, { id: queue, suspects, in_flight }: Queue, now: number) {
  if (suspects === 0) return undefined;
  return in_flight > 0 ? null : (await findSuspect(db, { queue, now }))[0];
}

/** Whether a task may be claimed now. */
async function isClaimable(db: Db, queue: Queue, now: number): Promise<boolean> {
  if (queue.waiting === 0) return false;
  const suspect = await nextSuspect(db, queue, now);
  if (suspect !== undefined) return suspect !== null;
  return (await findNext(db, { queue: queue.id, now, n: 1 })).length > 0;
}

/** A task of a queue. */
interface At {
  readonly queue: number;
  readonly place: number;
}

/** Takes a task out of flight; gives back nothing when it is not in flight by the claim with this fence. */
export const endTask = prepared((db, at: At & { readonly fence: number; readonly state: number }) =>
  db
    .updateTable('task')
    .set({ state: at.state, worker: null })
    .where('queue', '=', at.queue)
    .where('place', '=', at.place)
    .where(isInFlight)
    .where('fence', '=', at.fence)
    .returning(['place', 'url', 'interrupted']),
);

/** Says when and how a task that waits again is to be tried. */
export const postpone = prepared(
  (db, at: At & { readonly ready_at: number; readonly wait_ms: number; readonly turn: number }) =>
    db
      .updateTable('task')
      .set({ ready_at: at.ready_at, wait_ms: at.wait_ms, turn: at.turn, interrupted: 0, alone: 0 })
      .set((it) => ({ attempt: it('attempt', '+', 1) }))
      .where('queue', '=', at.queue)
      .where('place', '=', at.place),
);

/** Makes all tasks that a worker has claimed wait again, before the others; gives back their places. */
export const putBackAll = prepared((db, at: Pick<At, 'queue'> & { readonly worker: string }) =>
  db
    .updateTable('task')
    .set({ state: taskState.waiting, turn: 0, worker: null })
    .where('queue', '=', at.queue)
    .where(isInFlight)
    .where('worker', '=', at.worker)
    .returning('place'),
);

/** Lets tasks be claimed at once that may not be before a time. */
export const endWait = prepared((db, at: { readonly queue: number; readonly ready_at: number }) =>
  db
    .updateTable('task')
    .set({ ready_at: 0, wait_ms: 0, attempt: 1 })
    .where('queue', '=', at.queue)
    .where(isWaiting)
    .where('ready_at', '=', at.ready_at),
);

/** Makes failed tasks wait again from their first attempt, after those that wait; gives back their places. */
export const retryFailed = prepared((db, at: { readonly queue: number; readonly turn: number }) =>
  db
    .updateTable('task')
    .set({ state: taskState.waiting, attempt: 1, interrupted: 0, alone: 0, ready_at: 0, wait_ms: 0 })
    .set((it) => ({ turn: it('place', '+', at.turn) }))
    .where('queue', '=', at.queue)
    .where('state', '=', sql.lit(taskState.failed))
    .returning('place'),
);
