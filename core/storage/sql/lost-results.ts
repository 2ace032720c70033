import type { Job } from '../../common/job';
import { allLost } from '../../common/job';
import type { Db } from '../../database/schema';
import { rowOf } from './job-store';

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
