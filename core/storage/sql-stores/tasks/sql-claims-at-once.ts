import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { prepared, withoutFlush } from '../../database/prepared';
import type { Db } from '../../database/schema';
import {
  type Claimant,
  chooseNext,
  claim,
  claimsOf,
  inTurn,
  type NewClaims,
  type TaskRow,
  taskColumns,
} from './sql-claims';

/** A claim of up to `n` tasks of a job. */
interface JobClaim extends Omit<NewClaims, 'queue'>, Pick<Claimant, 'now'> {
  readonly job: string;
  readonly n: number;
  /** How much is added to the fences. */
  readonly step: number;
}

/** Random steps of fences are less than this: the same one is as good as never taken twice. */
const mostStep = 2 ** 32;

/**
 * Claims tasks and changes the counters of their job in one statement. Gives back what was claimed, or a row without a task when nothing
 * was. That row says whether steps may find more: in a job with suspects, of which nothing is claimed here, and where another process has changed the counters since the
 * statement began. No row comes of a job without waiting tasks. PostgreSQL finds the chosen rows again by where they are in the table; one
 * that another process has changed since then is somewhere else, and left for the next claim.
 *
 * The commit does not wait for the disk, so a crash of the server within the next half second may undo a claim. No page was fetched by it
 * yet: a page begins with the slot of its host, whose commit flushes all that was written before it. Fences grow by a random step, so that
 * whoever claims the task next has another fence than the holder of the claim that was undone.
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
 * Claims up to `n` tasks in one round trip to a server, where no claim of another worker may have lapsed. Undefined when tasks may wait that cannot be
 * claimed that way: each that was in flight when a worker died is claimed alone, and those that other processes have added while the
 * statement waited for them can be seen by the next one only.
 */
export async function claimAtOnce(
  db: Db,
  job: string,
  claimant: Claimant,
  n: number,
): Promise<readonly TaskRow[] | undefined> {
  const at = { ...claimsOf(claimant), job, now: claimant.now, n, step: randomInt(1, mostStep) };
  const rows = await claimAndCount.last(db, at);
  const tasks = rows.filter((row): row is TaskRow & { needsSteps: boolean } => row.place !== null);
  return tasks.length === 0 && rows[0]?.needsSteps ? undefined : inTurn(tasks);
}
