import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { prepared, withoutFlush } from '../../database/prepared';
import type { Db } from '../../database/schema';
import {
  type Claimer,
  chooseNext,
  claim,
  claimsOf,
  inTurn,
  type NewClaims,
  type TaskRow,
  taskColumns,
} from './sql-claims';

/** A claim on up to `n` tasks of a job. */
interface JobClaim extends Omit<NewClaims, 'queue'>, Pick<Claimer, 'now'> {
  readonly job: string;
  readonly n: number;
  readonly step: number;
}

/** Upper bound (exclusive) of the random fence step. It is so large that a fence practically never repeats. */
const maxStep = 2 ** 32;

/**
 * Claims tasks and updates the counters of their job in one statement. Returns the claimed tasks, or no rows if the job
 * has no waiting tasks. If no task can be claimed, returns one row without a task. `needsSteps` in this row is true if
 * a claim in several steps may still find tasks, for one of two reasons. Either another process has changed the
 * counters since the statement began, or the job has tasks that may have caused a crash. PostgreSQL finds the selected
 * rows by their physical location. A row that another process has updated has a new location, and is therefore left to
 * the next claim.
 *
 * The commit does not wait for the disk, so a server crash within the next half second may undo a claim. No page has
 * been fetched under such a claim, because a fetch requires a host slot, whose commit flushes all earlier writes.
 * Fences grow by a random step, so that the next claim differs from a claim that was undone.
 */
const claimAndCount = prepared((db, at: JobClaim) => {
  const ofJob = db.selectFrom('queue').where('job', '=', at.job).where('waiting', '>', 0);
  return db
    .with(
      (it) => it('locked').materialized(),
      () => ofJob.select(['id', 'suspects', sql`queue.ctid`.as('row'), withoutFlush.as('commits')]).forUpdate(),
    )
    .with(
      (it) => it('next').materialized(),
      (it) => {
        const queue = it.selectFrom('locked').select('id').where('suspects', '=', 0).$asScalar();
        return chooseNext(it, { now: at.now, n: at.n, queue }).select(sql`task.ctid`.as('row'));
      },
    )
    .with('taken', (it) =>
      claim(it, at, at.step).where(sql<boolean>`ctid = any (array (select next.row from next))`).returning(taskColumns),
    )
    .with('counted', (it) => {
      const n = it.selectFrom('taken').select(sql<number>`count(*)`.as('n'));
      return it
        .updateTable('queue')
        .set((to) => ({ waiting: to('waiting', '-', n), in_flight: to('in_flight', '+', n) }))
        .where('job', '=', at.job)
        .where((to) => to.exists(it.selectFrom('taken').select('place')));
    })
    .selectFrom('locked')
    .leftJoin('taken', (join) => join.onTrue())
    .selectAll('taken')
    .select(
      sql<boolean>`locked.suspects > 0 or locked.row <> (select ctid from queue where job = ${at.job})`.as(
        'needsSteps',
      ),
    );
});

/**
 * Claims up to `n` tasks in one round trip to a server. Requires that no other worker's claim can have expired. Returns
 * undefined if the statement may have missed waiting tasks. The statement cannot claim tasks that were in flight when a
 * worker crashed, because these tasks must be claimed one at a time. It does not see tasks that other processes added
 * while it waited for a lock.
 */
export async function claimAtOnce(
  db: Db,
  job: string,
  claimant: Claimer,
  n: number,
): Promise<readonly TaskRow[] | undefined> {
  const at = { ...claimsOf(claimant), job, now: claimant.now, n, step: randomInt(1, maxStep) };
  const rows = await claimAndCount.last(db, at);
  const tasks = rows.filter((row): row is TaskRow & { needsSteps: boolean } => row.place !== null);
  return tasks.length === 0 && rows[0]?.needsSteps ? undefined : inTurn(tasks);
}
