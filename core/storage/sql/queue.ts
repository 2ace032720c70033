import type { Selectable } from 'kysely';
import type { AddReport, NewTask, RefusedUrl } from '../job-ports';
import { chunks, keyOf, placesOf } from './keys';
import type { Db, QueueTable } from './schema';
import { taskState } from './schema';
import { TaskIds } from './task-ids';

/** A job's counters, read at the start of a transaction and written at its end. */
export type Queue = { -readonly [Column in keyof Selectable<QueueTable>]: Selectable<QueueTable>[Column] };

/** The counters of a job; undefined when nothing was added to it yet. */
export const readQueue = (db: Db, job: string): Promise<Queue | undefined> =>
  db.selectFrom('queue').selectAll().where('job', '=', job).executeTakeFirst();

/** The counters of a job, made when there are none. */
export async function openQueue(db: Db, job: string): Promise<Queue> {
  const known = await readQueue(db, job);
  return known ?? db.insertInto('queue').values({ job }).returningAll().executeTakeFirstOrThrow();
}

/** Writes changed counters. */
export async function saveQueue(db: Db, { id, job: _, ...counters }: Queue): Promise<void> {
  await db.updateTable('queue').set(counters).where('id', '=', id).execute();
}

/** Adds tasks the job does not know, as many as its limit leaves room for. */
export async function addTasks(
  db: Db,
  queue: Queue,
  tasks: readonly NewTask[],
  limit = Number.POSITIVE_INFINITY,
): Promise<AddReport> {
  if (tasks.length === 0) return { ids: [], added: 0, overLimit: [] };
  const keys = tasks.map(({ key, url }) => keyOf(key ?? url));
  const known = new Set((await placesOf(db, queue.id, keys)).keys());
  const taskIds = new TaskIds(queue.job);
  const overLimit: NewTask[] = [];
  const rows: ReturnType<typeof taskRow>[] = [];
  const ids = tasks.map((task, index) => {
    const key = keys[index] ?? keyOf(task.url);
    const name = key.toString('hex');
    if (known.has(name)) return undefined;
    if (queue.waiting + queue.in_flight + queue.done >= limit) {
      overLimit.push(task);
      return undefined;
    }
    known.add(name);
    rows.push(taskRow(queue, task, key));
    queue.tasks += 1;
    queue.next_turn += 1;
    queue.waiting += 1;
    return taskIds.id(queue.tasks - 1);
  });
  for (const some of chunks(rows)) {
    await db
      .insertInto('task')
      .values([...some])
      .execute();
  }
  return { ids, added: rows.length, overLimit };
}

const taskRow = (queue: Queue, { url, key: name, depth, data }: NewTask, key: Uint8Array) => ({
  queue: queue.id,
  place: queue.tasks,
  key,
  url,
  name: name === undefined || name === url ? null : name,
  depth,
  data: data ? JSON.stringify(data) : null,
  state: taskState.waiting,
  turn: queue.next_turn,
});

/** Notes URLs that are not taken, each once; URLs that are tasks of the job are passed over. */
export async function addRefused(db: Db, queue: Queue, urls: readonly RefusedUrl[], at: number): Promise<void> {
  if (urls.length === 0) return;
  const keys = urls.map(({ url, key }) => keyOf(key ?? url));
  const tasks = await placesOf(db, queue.id, keys);
  const seen = await refusedBefore(
    db,
    queue.id,
    urls.map(({ url }) => keyOf(url)),
  );
  const rows = urls.flatMap(({ url, reason, code, message = '' }, index) => {
    const key = keyOf(url);
    if (seen.has(key.toString('hex')) || tasks.has(keys[index]?.toString('hex') ?? '')) return [];
    seen.add(key.toString('hex'));
    return { queue: queue.id, place: null, key, url, state: 'refused' as const, code, message, reason, hidden: 0, at };
  });
  for (const some of chunks(rows)) {
    await db
      .insertInto('problem')
      .values([...some])
      .execute();
  }
  queue.refused += rows.length;
}

async function refusedBefore(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const some of chunks(keys)) {
    const query = db.selectFrom('problem').select('key').where('queue', '=', queue);
    for (const { key } of await query.where('key', 'in', [...some]).execute()) {
      if (key) seen.add(Buffer.from(key).toString('hex'));
    }
  }
  return seen;
}
