import { type RawBuilder, sql } from 'kysely';
import { isRemote, prepared } from '../../database/prepared';
import { type Db, type Row, taskState } from '../../database/schema';
import { endTask, type TaskEnd } from './sql-claims';

/** Claim on a task, with the ID of the task's job. */
export interface ClaimOfJob {
  readonly job: string;
  readonly place: number;
  readonly fence: number;
}

/** Values for several claims: the job, place (insertion index) and fence of each claim. */
export interface ClaimBatch {
  readonly [place: number]: string | number;
}

/** Maximum number of tasks that one statement starts or ends. Each number of tasks has its own compiled statement. */
export const taskBatchSize = 8;
const sizes = Array.from({ length: taskBatchSize + 1 }, (_, length) => length);

/**
 * Selects in-flight tasks by queue, place and fence. The first row is empty and defines the types. `state + 0` makes
 * PostgreSQL look up each task by its key. Otherwise it would scan the index of in-flight tasks, which contains all
 * tasks that were in flight since the last vacuum.
 */
const isOneOf = (rows: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`state + 0 = ${sql.lit(taskState.inFlight)} and (queue, place, fence) in (values ((select queue from task limit 0), (select place from task limit 0), (select fence from task limit 0)), ${sql.join(rows)})`;

/** Marks `length` claimed tasks as started. The values of their claims start at index `from`. */
export const beginning = (db: Db, at: ClaimBatch, length: number, from = 0) => {
  const rows = Array.from({ length }, (_, n) => {
    const first = from + 3 * n;
    return sql`((select id from queue where job = ${at[first]}), ${at[first + 1]}, ${at[first + 2]})`;
  });
  return db
    .updateTable('task')
    .set({ begun: 1 })
    .where(isOneOf(rows))
    .returning([
      'place',
      'fence',
      (it) => it.selectFrom('queue').select('job').whereRef('queue.id', '=', 'task.queue').as('job'),
    ]);
};

const beginBatch = sizes.map((length) => prepared((db, at: ClaimBatch) => beginning(db, at, length)));

/** Marks claimed tasks as started. Returns whether each claim still holds. Must run last in its transaction. */
export async function beginTasks(db: Db, claims: readonly ClaimOfJob[]): Promise<readonly boolean[]> {
  const begun = new Set<string>();
  const nameOf = ({ job, place, fence }: ClaimOfJob) => `${job} ${place} ${fence}`;
  for (let at = 0; at < claims.length; at += taskBatchSize) {
    const some = claims.slice(at, at + taskBatchSize);
    const values = some.flatMap(({ job, place, fence }) => [job, place, fence]);
    const begin = beginBatch[some.length];
    const rows = await (at + taskBatchSize < claims.length ? begin?.(db, values) : begin?.last(db, values));
    for (const { job, place, fence } of rows ?? []) begun.add(nameOf({ job: job ?? '', place, fence }));
  }
  return claims.map((claim) => begun.has(nameOf(claim)));
}

/** Values for several tasks: the queue, place (insertion index) and fence of each task. */
interface TaskBatch {
  readonly [place: number]: number;
}

const endBatch = sizes.map((length) =>
  prepared((db, at: TaskBatch) => {
    const rows = Array.from({ length }, (_, n) => sql`(${at[3 * n]}, ${at[3 * n + 1]}, ${at[3 * n + 2]})`);
    return db
      .updateTable('task')
      .set({ state: taskState.done, worker: null })
      .where(isOneOf(rows))
      .returning(['queue', 'place', 'fence', 'url', 'interrupted']);
  }),
);

type EndedTask = Pick<Row<'task'>, 'queue' | 'place' | 'fence' | 'url' | 'interrupted'>;

/** Completes tasks with a few statements. Returns the tasks whose claims still hold. */
export async function endDone(db: Db, tasks: readonly Omit<TaskEnd, 'state'>[]) {
  const atOnce = isRemote(db) ? taskBatchSize : 1;
  const parts = Array.from({ length: Math.ceil(tasks.length / atOnce) }, (_, n) =>
    tasks.slice(n * atOnce, (n + 1) * atOnce),
  );
  const ended = await Promise.all(
    parts.map((some): Promise<EndedTask[] | undefined> | undefined => {
      const [first] = some;
      if (first && some.length === 1) return endTask(db, { ...first, state: taskState.done });
      return endBatch[some.length]?.(
        db,
        some.flatMap(({ queue, place, fence }) => [queue, place, fence]),
      );
    }),
  );
  return ended.flatMap((rows) => rows ?? []);
}
