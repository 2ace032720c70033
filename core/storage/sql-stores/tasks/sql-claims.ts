import { randomUUID } from 'node:crypto';
import { type Expression, type QueryCreator, sql } from 'kysely';
import { leaseMs as usualLeaseMs } from '../../../ports/jobs/frontier';
import { prepared } from '../../database/prepared';
import { type Db, type Row, type Tables, taskState } from '../../database/schema';
import type { LeaseExpiryCache } from './lease-expiry-cache';
import type { Queue } from './sql-queue';

/** Returns the name of a new worker in a session. */
export const workerOf = (session: string): string => `${session}/${randomUUID()}`;

/** Returns a worker's session. */
export const sessionOf = (worker: string | null): string => worker?.split('/', 1)[0] ?? '';

/** The worker that claims tasks, and the time of the claim. */
export interface Claimer {
  readonly worker: string;
  /** Time of the claim, in milliseconds since 1970. */
  readonly now: number;
  /** Lease time of a claim, in ms. */
  readonly leaseMs: number;
  /** True when tasks are claimed before they are started. `beginTasks` then marks the start. */
  readonly isAhead: boolean;
  readonly leaseExpiries: LeaseExpiryCache;
  /** True when other workers' claims may have expired. Determined before the transaction starts. */
  readonly mayExpire: boolean;
}

/** The current time, and a queue, specified by its ID or by a subquery that returns the ID. */
export type When = Pick<Claimer, 'now'> & { readonly queue: number | Expression<number> };
type Claimed = Pick<Row<'task'>, 'queue' | 'place' | 'worker' | 'begun'>;

const isWaiting = sql<boolean>`state = ${sql.lit(taskState.waiting)}`;
/** SQL condition that is true for claimed tasks. */
export const isInFlight = sql<boolean>`state = ${sql.lit(taskState.inFlight)}`;

/** Selects waiting tasks that are due. Also selects tasks whose wait became longer when the clock was set back. */
const due = (db: Pick<Db, 'selectFrom'>, at: When) =>
  db
    .selectFrom('task')
    .select('place')
    .where('queue', '=', at.queue)
    .where(isWaiting)
    .where(sql<boolean>`(ready_at <= ${at.now} or ready_at - wait_ms > ${at.now})`);

const findNext = prepared((db, at: When & { readonly n: number }) => dueFirst(db, at).limit(at.n));

/** Selects waiting tasks that are due, in start order. */
export const dueFirst = (db: Pick<Db, 'selectFrom'>, at: When) => due(db, at).orderBy('turn').orderBy('place');

/** Finds the next task that was in flight when its worker crashed. */
const findSuspect = prepared((db, at: When) =>
  due(db, at).where('turn', '=', 0).where('interrupted', '>', 0).orderBy('alone').orderBy('place').limit(1),
);

/** A worker's new claims. */
export interface NewClaims {
  readonly queue: number;
  readonly worker: string;
  /** Time at which the claims expire, in milliseconds since 1970. */
  readonly until: number;
  /** 1 when the claimed tasks start immediately, otherwise 0. */
  readonly begun: number;
}

const claimed = (at: Omit<NewClaims, 'queue'>) => ({
  state: taskState.inFlight,
  worker: at.worker,
  lease_until: at.until,
  begun: at.begun,
});

/** Columns read from a claimed task. */
export const taskColumns = [
  'queue',
  'place',
  'turn',
  'url',
  'name',
  'depth',
  'attempt',
  'alone',
  'fence',
  'data',
] as const;
/** A claimed task. */
export type TaskRow = Pick<Row<'task'>, (typeof taskColumns)[number]>;

/** Claims tasks and increments their fences by `step`. */
export const claim = (db: Pick<QueryCreator<Tables>, 'updateTable'>, at: Omit<NewClaims, 'queue'>, step = 1) =>
  db
    .updateTable('task')
    .set(claimed(at))
    .set((it) => ({ fence: it('fence', '+', step) }));

/**
 * Claims a task if it is still waiting. `state + 0` makes PostgreSQL look up the task by its key instead of scanning
 * the index of waiting tasks.
 */
export const claimTask = prepared((db, at: NewClaims & { readonly place: number }) =>
  claim(db, at)
    .where('queue', '=', at.queue)
    .where('place', '=', at.place)
    .where(sql<boolean>`state + 0 = ${sql.lit(taskState.waiting)}`)
    .returning(taskColumns),
);

/** Selects and locks the next tasks in a queue. Skips rows that another process is currently claiming. */
export const chooseNext = (db: Pick<Db, 'selectFrom'>, at: When & { readonly n: number }) =>
  dueFirst(db, at).limit(at.n).forUpdate().skipLocked();

/**
 * Claims the next tasks. The subquery is materialized, because its limit is correct only if it runs once. Tasks are
 * looked up by their full key. For a lookup by the place alone, PostgreSQL would scan all rows of a job that was added
 * after the last ANALYZE.
 */
const claimNext = prepared((db, at: NewClaims & When & { readonly n: number }) =>
  claim(
    db.with(
      (next) => next('next').materialized(),
      (it) => chooseNext(it, at).select('queue'),
    ),
    at,
  )
    .where(sql<boolean>`(queue, place) in (select next.queue, next.place from next)`)
    .returning(taskColumns),
);

/** Column values that move a task to the front of its queue. */
const toWaiting = { state: taskState.waiting, turn: 0, worker: null };

/** Identifies a worker's in-flight tasks in a queue. */
type Own = Pick<NewClaims, 'queue' | 'worker'>;

const ownTasks = (db: Db, { queue, worker }: Own) =>
  db.updateTable('task').where('queue', '=', queue).where(isInFlight).where('worker', '=', worker);

/** Extends the leases of a worker's claims. Returns the places (insertion indexes) of the claimed tasks. */
export const renewClaims = prepared((db, at: Own & Pick<NewClaims, 'until'>) =>
  ownTasks(db, at).set({ lease_until: at.until }).returning('place'),
);

/** Releases a task that was claimed by a worker. */
export const releaseClaims = prepared((db, at: Own & { readonly place: number }) =>
  ownTasks(db, at).where('place', '=', at.place).set(toWaiting).returning('place'),
);

/** Selects the claimed tasks in all queues. */
export const findClaimed = (db: Db) =>
  db.selectFrom('task').select(['queue', 'place', 'worker', 'begun']).where(isInFlight);

/**
 * Counts a worker's in-flight tasks in a queue, and how many of them were already in flight when another worker
 * crashed.
 */
const countOwn = prepared((db, at: Own) =>
  db
    .selectFrom('task')
    .select((it) => it.fn.countAll<number>().as('tasks'))
    .select(sql<number>`coalesce(sum(case when interrupted > 0 then 1 else 0 end), 0)`.as('suspects'))
    .where('queue', '=', at.queue)
    .where(isInFlight)
    .where('worker', '=', at.worker),
);

const findOthers = prepared((db, at: Own) =>
  findClaimed(db).select('lease_until').where('queue', '=', at.queue).where('worker', '<>', at.worker),
);

const findReadyNext = prepared((db, at: { readonly queue: number }) =>
  db
    .selectFrom('task')
    .select(['ready_at', 'wait_ms'])
    .where('queue', '=', at.queue)
    .where(isWaiting)
    .orderBy('ready_at')
    .limit(1),
);

interface Requeued {
  readonly queue: number;
  readonly place: number;
  readonly begun: number;
  readonly alone: number;
}

const requeue = prepared((db, at: Requeued) =>
  db
    .updateTable('task')
    .set({ state: taskState.waiting, turn: 0, ready_at: 0, wait_ms: 0, worker: null })
    .set((it) => ({ interrupted: it('interrupted', '+', at.begun), alone: it('alone', '+', at.alone) }))
    .where('queue', '=', at.queue)
    .where('place', '=', at.place)
    .returning('interrupted'),
);

/**
 * Requeues the tasks of dead workers. Returns the number of started tasks that were interrupted for the first time.
 * Tasks that were claimed but not started do not count, because they cannot have caused a crash.
 */
export async function requeueInterrupted(db: Db, tasks: readonly Claimed[]): Promise<number> {
  let suspects = 0;
  for (const { queue, place, worker, begun } of tasks) {
    const ofWorker = tasks.filter((other) => other.begun && other.queue === queue && other.worker === worker);
    const [row] = await requeue(db, { queue, place, begun, alone: begun && ofWorker.length === 1 ? 1 : 0 });
    if (begun && row?.interrupted === 1) suspects += 1;
  }
  return suspects;
}

/** Claims up to `n` tasks. Updates the counters, which the caller saves. */
export async function claimTasks(db: Db, queue: Queue, claimant: Claimer, n: number): Promise<readonly TaskRow[]> {
  const { now } = claimant;
  await requeueExpired(db, queue, claimant);
  if (queue.waiting === 0 || n <= 0) return [];
  const at = { ...claimsOf(claimant), queue: queue.id };
  const tasks: TaskRow[] = [];
  const suspect = await nextSuspect(db, queue, claimant);
  if (suspect) tasks.push(...(await claimTask(db, { ...at, place: suspect.place })));
  else if (suspect === undefined) tasks.push(...(await claimNext(db, { ...at, now, n })));
  queue.waiting -= tasks.length;
  queue.in_flight += tasks.length;
  return inTurn(tasks);
}

/** Returns the column values for a worker's new claims. */
export const claimsOf = ({ worker, now, leaseMs, isAhead }: Claimer): Omit<NewClaims, 'queue'> => ({
  worker,
  until: now + leaseMs,
  begun: isAhead ? 0 : 1,
});

/** Sorts tasks in start order. */
export const inTurn = (tasks: TaskRow[]) => tasks.sort((a, b) => a.turn - b.turn || a.place - b.place);

/**
 * Returns the milliseconds until a task can be claimed. Undefined when a task can be claimed now, or only after an
 * in-flight task ends.
 */
export async function nextClaimIn(db: Db, queue: Queue, claimant: Claimer): Promise<number | undefined> {
  const { worker, now } = claimant;
  if (await isClaimable(db, queue, claimant)) return undefined;
  const waits: number[] = [];
  if (queue.waiting > 0 && (queue.suspects === 0 || queue.in_flight === 0))
    for (const next of await findReadyNext(db, { queue: queue.id }))
      waits.push(Math.min(next.ready_at - now, next.wait_ms));
  if (queue.in_flight > 0)
    for (const other of await findOthers(db, { queue: queue.id, worker })) waits.push(other.lease_until - now);
  return waits.length > 0 ? Math.max(0, Math.min(...waits)) : undefined;
}

/** Requeues tasks whose workers have not renewed their claims. */
async function requeueExpired(db: Db, queue: Queue, claimant: Claimer): Promise<void> {
  const { worker, now, leaseMs, leaseExpiries, mayExpire } = claimant;
  if (!mayExpire) return;
  const others = queue.in_flight > 0 ? await findOthers(db, { queue: queue.id, worker }) : [];
  // A lease that ends implausibly late was granted before the clock was set back.
  const latest = now + 2 * Math.max(leaseMs, usualLeaseMs);
  const isAlive = ({ lease_until: end }: { readonly lease_until: number }) => end > now && end <= latest;
  const living = others.filter(isAlive);
  const alive = new Set(living.map((other) => other.worker));
  leaseExpiries.note(
    queue.job,
    claimant,
    living.map((other) => other.lease_until),
  );
  await requeueDead(
    db,
    queue,
    others.filter((other) => !alive.has(other.worker)),
  );
}

/** Requeues the tasks that dead workers had claimed in a queue. Updates the counters, which the caller saves. */
export async function requeueDead(db: Db, queue: Queue, lapsed: readonly Claimed[]): Promise<void> {
  queue.suspects += await requeueInterrupted(db, lapsed);
  queue.in_flight -= lapsed.length;
  queue.waiting += lapsed.length;
}

/**
 * Returns the next task that was in flight when its worker crashed. Because the task may have caused the crash, no
 * other task of the job may run in the same process. Returns undefined if other tasks can be claimed, and null if no
 * task can be claimed now.
 */
async function nextSuspect(db: Db, { id: queue, suspects }: Queue, { worker, now }: Claimer) {
  if (suspects === 0) return undefined;
  const [own] = await countOwn(db, { queue, worker });
  if (own && own.suspects > 0) return null;
  const [suspect] = await findSuspect(db, { queue, now });
  return suspect && own && own.tasks > 0 ? null : suspect;
}

/** True when a task can be claimed now. */
async function isClaimable(db: Db, queue: Queue, claimant: Claimer): Promise<boolean> {
  const { now } = claimant;
  if (queue.waiting === 0) return false;
  const suspect = await nextSuspect(db, queue, claimant);
  if (suspect !== undefined) return suspect !== null;
  return (await findNext(db, { queue: queue.id, now, n: 1 })).length > 0;
}

interface At {
  readonly queue: number;
  readonly place: number;
}

/** Selects a task by key and fence. Matches no row when the claim with this fence has ended. */
const fenced = (db: Db, { queue, place, fence }: At & { readonly fence: number }) => {
  const task = db.updateTable('task').where('queue', '=', queue).where('place', '=', place);
  return task.where(isInFlight).where('fence', '=', fence);
};

/** The end of a task, identified by the task's key and the fence of its claim. */
export interface TaskEnd extends At {
  readonly fence: number;
  readonly state: number;
}

/** Completes a task. Returns no row when the claim was lost. */
export const endTask = prepared((db, at: TaskEnd) =>
  fenced(db, at).set({ state: at.state, worker: null }).returning(['queue', 'place', 'fence', 'url', 'interrupted']),
);

/** Schedules the next attempt of a task. */
export const postpone = prepared(
  (db, at: At & { readonly ready_at: number; readonly wait_ms: number; readonly turn: number }) =>
    db
      .updateTable('task')
      .set({ ready_at: at.ready_at, wait_ms: at.wait_ms, turn: at.turn, interrupted: 0, alone: 0 })
      .set((it) => ({ attempt: it('attempt', '+', 1) }))
      .where('queue', '=', at.queue)
      .where('place', '=', at.place),
);

/** Moves all tasks claimed by a worker to the front of the queue. Returns their places (insertion indexes). */
export const requeueAll = prepared((db, at: Own) => ownTasks(db, at).set(toWaiting).returning('place'));

/** Makes tasks that are delayed until `ready_at` claimable immediately, and resets their attempts. */
export const endWait = prepared((db, at: { readonly queue: number; readonly ready_at: number }) =>
  db
    .updateTable('task')
    .set({ ready_at: 0, wait_ms: 0, attempt: 1 })
    .where('queue', '=', at.queue)
    .where(isWaiting)
    .where('ready_at', '=', at.ready_at),
);

/** Moves failed tasks to the end of the queue and resets their attempts. Returns their places (insertion indexes). */
export const retryFailed = prepared((db, at: { readonly queue: number; readonly turn: number }) =>
  db
    .updateTable('task')
    .set({ state: taskState.waiting, attempt: 1, interrupted: 0, alone: 0, ready_at: 0, wait_ms: 0 })
    .set((it) => ({ turn: it('place', '+', at.turn) }))
    .where('queue', '=', at.queue)
    .where('state', '=', sql.lit(taskState.failed))
    .returning('place'),
);
