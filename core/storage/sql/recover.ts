import { sql } from 'kysely';
import { allLost, type Job } from '../../common/job';
import type { SqlDatabase } from '../../database/database';
import type { Db } from '../../database/schema';
import { taskState } from '../../database/schema';
import { SqlReaper } from '../../fleet/sql-reaper';
import { rowOf } from '../../jobs/sql-job-store';
import type { StorageContext } from '../context';
import { findClaimed, putBackInterrupted } from './claims';

/** What was lost of the results of some jobs. */
export interface Lost {
  readonly jobs: number;
  readonly results: number;
}

/**
 * What a start has to put right: claimed tasks, whose worker has ended, wait again, before all others, and counters are compared with the
 * rows they count. Gives back how many results have been lost since the last start.
 */
export async function recover(database: SqlDatabase): Promise<Lost> {
  return database.write(async (db) => {
    await putBackInterrupted(db, await findClaimed(db).execute());
    await freeDeliveries(db);
    await recount(db);
    return countLost(db);
  });
}

/** The same for a database that other processes may be using now: what those hold is left alone. */
export async function recoverShared(database: SqlDatabase, context: StorageContext): Promise<Lost> {
  const reaper = new SqlReaper(database, context);
  await reaper.free(await reaper.gone());
  return database.write(countLost);
}

/** Deliveries that were being tried are due. */
async function freeDeliveries(db: Db): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ worker: null, next_at: 0, wait_ms: 0 })
    .where('worker', 'is not', null)
    .execute();
}

/** Counts waiting and claimed tasks anew. */
async function recount(db: Db): Promise<void> {
  const tasksIn = (state: number) =>
    sql`select count(*) from task where task.queue = queue.id and task.state = ${sql.lit(state)}`;
  const waiting = tasksIn(taskState.waiting);
  await db
    .updateTable('queue')
    .set({
      in_flight: sql<number>`(${tasksIn(taskState.inFlight)})`,
      waiting: sql<number>`(${waiting})`,
      suspects: sql<number>`(${waiting} and task.turn = 0 and task.interrupted > 0)`,
    })
    .execute();
}

/** Compares what jobs say they have done with the results that are there. */
async function countLost(db: Db): Promise<Lost> {
  const rows = await db
    .selectFrom('queue')
    .leftJoin('body', 'body.queue', 'queue.id')
    .select(['queue.id', 'queue.done', 'queue.lost', (it) => it.fn.count<number>('body.idx').as('kept')])
    .groupBy('queue.id')
    .having(({ ref, fn }) => sql<boolean>`${ref('queue.done')} > ${ref('queue.lost')} + ${fn.count('body.idx')}`)
    .execute();
  let results = 0;
  for (const { id, done, lost, kept } of rows) {
    results += done - lost - kept;
    await db
      .updateTable('queue')
      .set({ lost: done - kept })
      .where('id', '=', id)
      .execute();
    await failEmptied(db, id);
  }
  return { jobs: rows.length, results };
}

/**
 * Fails the job of a queue when it had completed and damage took the last of its results. A job whose answer is kept with
 * it keeps its state: the answer is still there.
 */
export async function failEmptied(db: Db, queue: number): Promise<void> {
  const row = await db
    .selectFrom('queue')
    .innerJoin('job', 'job.id', 'queue.job')
    .select(['job.record', 'queue.done', 'queue.lost'])
    .where('queue.id', '=', queue)
    .executeTakeFirst();
  if (row && row.lost >= row.done) await fail(db, JSON.parse(row.record) as Job);
}

/** Fails completed jobs of which damage has taken even the list of their pages. */
export async function failUncounted(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('job')
    .leftJoin('queue', 'queue.job', 'job.id')
    .select('job.record')
    .where('job.state', '=', 'completed')
    .where('queue.id', 'is', null)
    .execute();
  for (const { record } of rows) await fail(db, JSON.parse(record) as Job);
}

async function fail(db: Db, job: Job): Promise<void> {
  if (job.state !== 'completed' || job.outcome !== undefined) return;
  const failed: Job = { ...job, state: 'failed', error: allLost };
  await db.updateTable('job').set(rowOf(failed)).where('id', '=', job.id).execute();
}
