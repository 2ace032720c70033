import { sql } from 'kysely';
import { prepared } from './prepared';
import { type Db, taskState } from './schema';

/** A task of a queue. */
interface At {
  readonly queue: number;
  readonly place: number;
}

/** A queue at a time, in milliseconds since 1970. */
interface Now {
  readonly queue: number;
  readonly now: number;
}

const isWaiting = sql<boolean>`state = ${sql.lit(taskState.waiting)}`;
const isInFlight = sql<boolean>`state = ${sql.lit(taskState.inFlight)}`;

/** Waiting tasks that are due, or were put off by a clock that has been set back since. */
const due = (db: Db, at: Now) =>
  db
    .selectFrom('task')
    .select('place')
    .where('queue', '=', at.queue)
    .where(isWaiting)
    .where(sql<boolean>`(ready_at <= ${at.now} or ready_at - wait_ms > ${at.now})`);

/** The next tasks to claim. */
export const findNext = prepared((db, at: Now & { readonly n: number }) =>
  due(db, at).orderBy('turn').orderBy('place').limit(at.n),
);

/** The next task that was in flight when the process died. */
export const findSuspect = prepared((db, at: Now) =>
  due(db, at).where('turn', '=', 0).where('interrupted', '>', 0).orderBy('alone').orderBy('place').limit(1),
);

/** When the first waiting task is due; null when none waits. */
export const findReadyAt = prepared((db, at: Pick<At, 'queue'>) =>
  db
    .selectFrom('task')
    .select((it) => it.fn.min<number | null>('ready_at').as('at'))
    .where('queue', '=', at.queue)
    .where(isWaiting),
);

/** Hands a task to a worker; gives the whole task back. */
export const claimTask = prepared((db, at: At & { readonly worker: string; readonly until: number }) =>
  db
    .updateTable('task')
    .set({ state: taskState.inFlight, worker: at.worker, lease_until: at.until })
    .set((it) => ({ fence: it('fence', '+', 1) }))
    .where('queue', '=', at.queue)
    .where('place', '=', at.place)
    .returningAll(),
);

/** Takes a task out of flight; gives back nothing when it is not in flight. */
export const endTask = prepared((db, at: At & { readonly state: number }) =>
  db
    .updateTable('task')
    .set({ state: at.state, worker: null })
    .where('queue', '=', at.queue)
    .where('place', '=', at.place)
    .where(isInFlight)
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

/** Makes all tasks in flight wait again, before the others. */
export const putBackAll = prepared((db, at: Pick<At, 'queue'>) =>
  db
    .updateTable('task')
    .set({ state: taskState.waiting, turn: 0, worker: null })
    .where('queue', '=', at.queue)
    .where(isInFlight),
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
