import { sql } from 'kysely';
import { prepared } from '../../database/prepared';
import { taskState } from '../../database/schema';

/** A task of a queue. */
interface At {
  readonly queue: number;
  readonly place: number;
}

const isInFlight = sql<boolean>`state = ${sql.lit(taskState.inFlight)}`;

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
