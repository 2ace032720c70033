import type { AddReport, JobProgress, NewTask, RefusedUrl } from '../../../ports/jobs/frontier';
import { prepared, preparedInsert, type Statement } from '../../database/prepared';
import { padded, type RowValues } from '../../database/row-values';
import type { Db, Row } from '../../database/schema';
import { findPlaces, keyOf, placesOf, refusedOf } from './sql-keys';
import { TaskIds } from './task-ids';

/** Counters of a job, read at the start of a transaction and written at its end. */
export type Queue = { -readonly [Column in keyof Row<'queue'>]: Row<'queue'>[Column] };

const findQueue = prepared((db, { job }: { readonly job: string }) =>
  db.selectFrom('queue').selectAll().where('job', '=', job),
);

/** Returns the counters of a job. Undefined until the job's first task is added. */
export const readQueue = async (db: Db, job: string): Promise<Queue | undefined> => (await findQueue(db, { job }))[0];

const findLockedQueue = prepared((db, { job }: { readonly job: string }) =>
  db.selectFrom('queue').selectAll().where('job', '=', job).forUpdate(),
);

/** Locks and returns a job's counters. Other processes wait until the transaction ends. */
export const lockQueue = async (db: Db, job: string): Promise<Queue | undefined> =>
  (await findLockedQueue(db, { job }))[0];

/** Maximum number of jobs whose counters are locked together. */
export const queueBatchSize = 16;

/** Locks rows in ID order to prevent deadlocks between processes. */
const findLockedQueues = prepared((db, jobs: RowValues<string>) =>
  db
    .selectFrom('queue')
    .selectAll()
    .where('job', 'in', padded(jobs, queueBatchSize, ''))
    .orderBy('id')
    .forUpdate(),
);

/** Locks and returns the counters of up to `queueBatchSize` jobs, by job ID. */
export async function lockQueues(db: Db, jobs: Iterable<string>): Promise<ReadonlyMap<string, Queue>> {
  const ids = [...new Set(jobs)];
  const rows =
    ids.length === 1
      ? await findLockedQueue(db, { job: ids[0] ?? '' })
      : await findLockedQueues(db, padded(ids, queueBatchSize, ''));
  return new Map(rows.map((queue) => [queue.job, queue]));
}

/** Returns the progress of a queue's job. `done` includes lost results. */
export const progressOf = ({
  waiting,
  in_flight: inFlight,
  done,
  failed,
  refused,
  credits,
}: Row<'queue'>): JobProgress => ({
  ...{ queued: waiting, inFlight, done, failed, refused, credits },
});

/** Locks and returns the counters of a job. Inserts them if they are missing. */
export async function openQueue(db: Db, job: string): Promise<Queue> {
  const known = await lockQueue(db, job);
  return known ?? db.insertInto('queue').values({ job }).returningAll().executeTakeFirstOrThrow();
}

/** Saves changed counters. */
export const saveQueue = prepared((db, queue: Queue) => {
  const { tasks, next_turn, waiting, in_flight, done, failed, refused, credits, suspects } = queue;
  const counters = { tasks, next_turn, waiting, in_flight, done, failed, refused, credits, suspects };
  return db.updateTable('queue').set(counters).where('id', '=', queue.id);
});

const insertTask = preparedInsert('task', ['queue', 'place', 'key', 'url', 'name', 'depth', 'data', 'turn']);

/** Report on the tasks added to a job, and the statements that insert the new tasks. */
export interface NewTasks {
  readonly report: AddReport;
  readonly rows: readonly Statement[];
}

/**
 * Updates a job's counters for new tasks, up to the limit. Returns a report, and the statements that insert the tasks.
 */
export async function newTasks(db: Db, queue: Queue, tasks: readonly NewTask[], limit?: number): Promise<NewTasks> {
  const keyed = tasks.map((task) => ({ ...task, hash: keyOf(task.key ?? task.url) }));
  const known = await findPlaces(
    db,
    keyed.map(({ hash }) => ({ queue: queue.id, key: hash })),
  );
  return takeNew(queue, keyed, known.get(queue.id) ?? new Map(), limit);
}

/** A task with the hash of its key. */
export type KeyedTask = NewTask & { readonly hash: Buffer };

/**
 * Updates a job's counters for new tasks. `known` maps the hex keys of existing tasks to their places (insertion
 * indexes). The new tasks are added to `known`.
 */
export function takeNew(
  queue: Queue,
  tasks: readonly KeyedTask[],
  known: Map<string, number>,
  limit = Number.POSITIVE_INFINITY,
): NewTasks {
  const taskIds = new TaskIds(queue.job);
  const overLimit: NewTask[] = [];
  const ids: (string | undefined)[] = [];
  const rows: Statement[] = [];
  for (const { hash, ...task } of tasks) {
    const key = hash.toString('hex');
    const isKnown = known.has(key);
    const hasRoom = queue.waiting + queue.in_flight + queue.done < limit;
    if (!isKnown && !hasRoom) overLimit.push(task);
    ids.push(isKnown || !hasRoom ? undefined : taskIds.id(queue.tasks));
    if (isKnown || !hasRoom) continue;
    known.set(key, queue.tasks);
    rows.push(insertTask.with(taskRow(queue, task, hash)));
    queue.tasks += 1;
    queue.next_turn += 1;
    queue.waiting += 1;
  }
  return { report: { ids, added: rows.length, overLimit }, rows };
}

const taskRow = (queue: Queue, { url, key: name, depth, data }: NewTask, key: Uint8Array) => ({
  queue: queue.id,
  place: queue.tasks,
  key,
  url,
  name: name === undefined || name === url ? null : name,
  depth,
  data: data ? JSON.stringify(data) : null,
  turn: queue.next_turn,
});

/** Statement that inserts a URL without a result. */
export const insertProblem = preparedInsert('problem', [
  ...(['queue', 'place', 'key', 'url', 'state', 'code', 'message', 'reason', 'hidden', 'at'] as const),
]);

/** Stores refused URLs, each only once. Skips URLs that are tasks in the job. */
export async function addRefused(db: Db, queue: Queue, urls: readonly RefusedUrl[], at: number): Promise<void> {
  const keys = urls.map(({ url, key }) => keyOf(key ?? url));
  const tasks = await placesOf(db, queue.id, keys);
  const own = urls.map(({ url }) => keyOf(url));
  const seen = await refusedOf(db, queue.id, own);
  for (const [index, { url, reason, code, message = '' }] of urls.entries()) {
    const key = own[index] ?? keyOf(url);
    const name = key.toString('hex');
    if (seen.has(name) || tasks.has(keys[index]?.toString('hex') ?? '')) continue;
    seen.add(name);
    const problem = { url, state: 'refused' as const, code, message, reason, hidden: 0, at };
    await insertProblem(db, { queue: queue.id, place: null, key, ...problem });
    queue.refused += 1;
  }
}
