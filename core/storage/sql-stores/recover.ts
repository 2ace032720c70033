import { sql } from 'kysely';
import type { StorageContext } from '../../ports/context';
import type { SqlDatabase } from '../database/database';
import type { Db } from '../database/schema';
import { taskState } from '../database/schema';
import { freeDeliveries } from './delivery/sql-outbox';
import { SqlNodes } from './fleet/sql-nodes';
import { SqlReaper } from './fleet/sql-reaper';
import { failEmpty } from './jobs/sql-job-store';
import { findClaimed, requeueInterrupted } from './tasks/sql-claims';

/** Numbers of lost results and affected jobs. */
export interface Lost {
  readonly jobs: number;
  readonly results: number;
}

/**
 * Recovers the database at startup. Moves the tasks claimed by dead workers to the front of their queues. Returns the
 * number of results lost since the last start.
 */
export async function recover(database: SqlDatabase): Promise<Lost> {
  return database.write(async (db) => {
    await freeAll(db);
    return countLost(db);
  });
}

/** Releases all claims in a database that no process uses. */
export async function freeAll(db: Db): Promise<void> {
  await requeueInterrupted(db, await findClaimed(db).execute());
  await freeDeliveries(db, 0);
  await recount(db);
}

/**
 * Recovers a database that other processes may be using. Releases only the claims and leases of dead processes on this
 * machine. A disconnected process may be about to reconnect, e.g. after a server restart, so it is left to the reaper.
 */
export async function recoverShared(database: SqlDatabase, context: StorageContext): Promise<Lost> {
  const reaper = new SqlReaper(database, context);
  await reaper.free(await new SqlNodes(database, context).endedHere(await reaper.gone()));
  return database.write(countLost);
}

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

/** Counts the results that were lost since the last count, and marks jobs without any remaining results as failed. */
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

/** Marks a completed job as failed if damage to the database left it without any results. */
export async function failEmptied(db: Db, queue: number): Promise<void> {
  const row = await db
    .selectFrom('queue')
    .innerJoin('job', 'job.id', 'queue.job')
    .select(['job.record', 'queue.done', 'queue.lost'])
    .where('queue.id', '=', queue)
    .executeTakeFirst();
  if (row && row.lost >= row.done) await failEmpty(db, row);
}

/** Marks completed jobs as failed if damage destroyed their counters. */
export async function failUncounted(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('job')
    .leftJoin('queue', 'queue.job', 'job.id')
    .select('job.record')
    .where('job.state', '=', 'completed')
    .where('queue.id', 'is', null)
    .execute();
  for (const row of rows) await failEmpty(db, row);
}
