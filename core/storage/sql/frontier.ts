import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { StorageContext } from '../context';
import type {
  AddReport,
  Completion,
  CompletionReport,
  Failure,
  Frontier,
  FrontierCounts,
  FrontierTask,
  NewTask,
  Problem,
  RefusedUrl,
} from '../job-ports';
import type { SqlDatabase } from './database';
import { keyOf, placesOf } from './keys';
import { addDeliveries } from './outbox';
import { addRefused, addTasks, openQueue, type Queue, readQueue, saveQueue } from './queue';
import { type PackedResult, packResult } from './result-body';
import type { Db, ProblemTable, TaskTable } from './schema';
import { taskState } from './schema';
import { TaskIds } from './task-ids';

/** How long a claim holds before another worker may take the task over. */
const leaseMs = 10 * 60_000;

const { waiting, inFlight, done, failed, refused } = taskState;
const isWaiting = sql<boolean>`state = ${sql.lit(waiting)}`;
const isInFlight = sql<boolean>`state = ${sql.lit(inFlight)}`;
/** Due, or put off by a clock that has been set back since. */
const isDue = (now: number) => sql<boolean>`(ready_at <= ${now} or ready_at - wait_ms > ${now})`;

/** The URLs of each job in SQL. Counters and rows change in one transaction. */
export class SqlFrontier implements Frontier {
  readonly #database: SqlDatabase;
  readonly #context: StorageContext;
  readonly #worker = randomUUID();

  constructor(database: SqlDatabase, context: StorageContext) {
    this.#database = database;
    this.#context = context;
  }

  add(jobId: string, tasks: readonly NewTask[], limit?: number): Promise<AddReport> {
    return this.#database.write(async (db) => {
      const queue = await openQueue(db, jobId);
      const report = await addTasks(db, queue, tasks, limit);
      if (report.added > 0) await saveQueue(db, queue);
      return report;
    });
  }

  refuse(jobId: string, urls: readonly RefusedUrl[]): Promise<void> {
    return this.#database.write(async (db) => {
      const queue = await openQueue(db, jobId);
      await addRefused(db, queue, urls, this.#now);
      await saveQueue(db, queue);
    });
  }

  alias(jobId: string, taskId: string, names: readonly string[]): Promise<boolean> {
    const place = new TaskIds(jobId).place(taskId);
    return this.#database.write(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue || place === undefined) return false;
      const keys = names.map(keyOf);
      const owners = await placesOf(db, queue.id, keys);
      if ([...owners.values()].some((owner) => owner !== place)) return false;
      const fresh = keys.filter((key) => !owners.has(key.toString('hex')));
      const rows = fresh.map((key) => ({ queue: queue.id, key, place }));
      if (rows.length > 0)
        await db
          .insertInto('alias')
          .values(rows)
          .onConflict((it) => it.doNothing())
          .execute();
      return true;
    });
  }

  claim(jobId: string, n: number): Promise<readonly FrontierTask[]> {
    return this.#database.write(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue || queue.waiting === 0 || n <= 0) return [];
      const places = await this.#next(db, queue, n);
      if (places.length === 0) return [];
      const rows = await db
        .updateTable('task')
        .set({ state: inFlight, worker: this.#worker, lease_until: this.#now + leaseMs })
        .set((it) => ({ fence: it('fence', '+', 1) }))
        .where('queue', '=', queue.id)
        .where('place', 'in', places)
        .returningAll()
        .execute();
      await saveQueue(db, { ...queue, waiting: queue.waiting - rows.length, in_flight: queue.in_flight + rows.length });
      const order = new Map(places.map((place, index) => [place, index]));
      rows.sort((a, b) => (order.get(a.place) ?? 0) - (order.get(b.place) ?? 0));
      const ids = new TaskIds(jobId);
      return rows.map((row) => toTask(row, ids));
    });
  }

  async complete(jobId: string, completion: Completion): Promise<CompletionReport> {
    const packed = packResult(completion.result);
    return this.#database.write(async (db) => {
      const queue = await this.#end(db, jobId, completion.taskId, done);
      if (!queue) return { links: { ids: [], added: 0, overLimit: [] } };
      const index = queue.done;
      queue.in_flight += 1;
      const links = await addTasks(db, queue, completion.discovered ?? [], completion.limit);
      queue.in_flight -= 1;
      await addRefused(db, queue, completion.refused ?? [], this.#now);
      await insertResult(db, queue, index, packed, new TaskIds(jobId).place(completion.taskId) ?? 0);
      await addDeliveries(db, completion.deliveries ?? [], this.#context);
      queue.done += 1;
      queue.credits += completion.result.credits;
      await saveQueue(db, queue);
      return { index, links };
    });
  }

  fail(jobId: string, failure: Failure): Promise<boolean> {
    const { taskId, state, code, message, reason = null, hidden = false } = failure;
    return this.#database.write(async (db) => {
      const queue = await this.#end(db, jobId, taskId, state === 'failed' ? failed : refused);
      if (!queue) return false;
      const place = new TaskIds(jobId).place(taskId) ?? 0;
      await db
        .insertInto('problem')
        .columns(['queue', 'place', 'key', 'url', 'state', 'code', 'message', 'reason', 'hidden', 'at'])
        .expression((it) =>
          it
            .selectFrom('task')
            .select((of) => [
              'queue',
              'place',
              sql<null>`null`.as('key'),
              'url',
              of.val(state).as('state'),
              of.val(code).as('code'),
              of.val(message).as('message'),
              of.val(reason).as('reason'),
              of.val(Number(hidden)).as('hidden'),
              of.val(this.#now).as('at'),
            ])
            .where('queue', '=', queue.id)
            .where('place', '=', place),
        )
        .execute();
      queue[state] += 1;
      await saveQueue(db, queue);
      return true;
    });
  }

  reclaim(jobId: string, taskId: string, notBefore = 0): Promise<void> {
    return this.#putBack(jobId, taskId, notBefore, 1);
  }

  release(jobId: string, taskId: string, notBefore = 0): Promise<void> {
    return this.#putBack(jobId, taskId, notBefore, 0);
  }

  retryFailed(jobId: string): Promise<number> {
    return this.#database.write(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue) return 0;
      const rows = await db
        .updateTable('task')
        .set({ state: waiting, attempt: 1, interrupted: 0, alone: 0, ready_at: 0, wait_ms: 0 })
        .set((it) => ({ turn: it('place', '+', queue.next_turn) }))
        .where('queue', '=', queue.id)
        .where('state', '=', failed)
        .returning('place')
        .execute();
      if (rows.length === 0) return 0;
      const problems = db.deleteFrom('problem').where('queue', '=', queue.id).where('state', '=', 'failed');
      await problems.execute();
      queue.waiting += rows.length;
      queue.next_turn += queue.tasks;
      await saveQueue(db, { ...queue, failed: 0 });
      return rows.length;
    });
  }

  counts(jobId: string): Promise<FrontierCounts> {
    return this.#database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      const { waiting: queued = 0, in_flight: flying = 0, done: ended = 0 } = queue ?? {};
      const { failed: bad = 0, refused: out = 0, credits = 0, lost = 0 } = queue ?? {};
      const counts = { queued, inFlight: flying, done: ended, failed: bad, refused: out, credits };
      const readyAt = queue && queued > 0 ? await this.#readyAt(db, queue.id) : undefined;
      return { ...counts, ...(lost > 0 ? { lost } : {}), ...(readyAt === undefined ? {} : { readyAt }) };
    });
  }

  problems(
    jobId: string,
    { state, skip, limit }: { readonly state?: 'failed' | 'refused'; readonly skip: number; readonly limit: number },
  ): Promise<{ readonly problems: readonly Problem[]; readonly total: number }> {
    return this.#database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue) return { problems: [], total: 0 };
      const all = db.selectFrom('problem').selectAll().where('queue', '=', queue.id);
      const rows = await (state ? all.where('state', '=', state) : all)
        .orderBy('number')
        .limit(limit)
        .offset(skip)
        .execute();
      const ids = new TaskIds(jobId);
      const total = state ? queue[state] : queue.failed + queue.refused;
      return { problems: rows.map((row) => toProblem(row, ids)), total };
    });
  }

  close(jobId: string): Promise<void> {
    return this.#database.write(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue || queue.in_flight === 0) return;
      await db
        .updateTable('task')
        .set({ state: waiting, turn: 0, worker: null })
        .where('queue', '=', queue.id)
        .where(isInFlight)
        .execute();
      await saveQueue(db, { ...queue, in_flight: 0, waiting: queue.waiting + queue.in_flight });
    });
  }

  get #now(): number {
    return this.#context.clock.now();
  }

  /** Places of the tasks to be claimed. One that was in flight when the process died runs alone, in case it was the reason. */
  async #next(db: Db, queue: Queue, n: number): Promise<number[]> {
    const ready = db.selectFrom('task').select('place').where('queue', '=', queue.id).where(isWaiting);
    if (queue.suspects > 0) {
      if (queue.in_flight > 0) return [];
      const suspects = ready.where('turn', '=', 0).where('interrupted', '>', 0).where(isDue(this.#now));
      const first = await suspects.orderBy('alone').orderBy('place').limit(1).execute();
      if (first.length > 0) return first.map(({ place }) => place);
    }
    const rows = await ready.where(isDue(this.#now)).orderBy('turn').orderBy('place').limit(n).execute();
    return rows.map(({ place }) => place);
  }

  /** Ends a task that is in flight; undefined when it is not. The counters are given back changed, to be saved. */
  async #end(db: Db, jobId: string, taskId: string, state: number): Promise<Queue | undefined> {
    const place = new TaskIds(jobId).place(taskId);
    const queue = place === undefined ? undefined : await readQueue(db, jobId);
    if (!queue || place === undefined) return undefined;
    const ended = await db
      .updateTable('task')
      .set({ state, worker: null })
      .where('queue', '=', queue.id)
      .where('place', '=', place)
      .where(isInFlight)
      .returning('interrupted')
      .executeTakeFirst();
    if (!ended) return undefined;
    queue.in_flight -= 1;
    if (ended.interrupted > 0) queue.suspects -= 1;
    return queue;
  }

  #putBack(jobId: string, taskId: string, notBefore: number, attempts: 0 | 1): Promise<void> {
    const ready_at = Math.ceil(notBefore);
    return this.#database.write(async (db) => {
      const queue = await this.#end(db, jobId, taskId, waiting);
      if (!queue) return;
      const wait_ms = Math.max(0, ready_at - this.#now);
      await db
        .updateTable('task')
        .set({ ready_at, wait_ms, turn: notBefore > 0 ? 0 : queue.next_turn, interrupted: 0, alone: 0 })
        .set((it) => ({ attempt: it('attempt', '+', attempts) }))
        .where('queue', '=', queue.id)
        .where('place', '=', new TaskIds(jobId).place(taskId) ?? 0)
        .execute();
      queue.waiting += 1;
      queue.next_turn += 1;
      await saveQueue(db, queue);
    });
  }

  async #readyAt(db: Db, queue: number): Promise<number | undefined> {
    const tasks = db.selectFrom('task').where('queue', '=', queue).where(isWaiting);
    if (await tasks.select('place').where(isDue(this.#now)).limit(1).executeTakeFirst()) return undefined;
    return (await tasks.select((it) => it.fn.min('ready_at').as('at')).executeTakeFirst())?.at;
  }
}

async function insertResult(db: Db, queue: Queue, idx: number, packed: PackedResult, place: number): Promise<void> {
  const { body, facts } = packed;
  await db
    .insertInto('result')
    .values({ queue: queue.id, idx, place, ...facts })
    .execute();
  await db.insertInto('body').values({ queue: queue.id, idx, data: body }).execute();
}

function toTask({ place, url, name, depth, attempt, alone, data }: Selectable<TaskTable>, ids: TaskIds): FrontierTask {
  const task = { id: ids.id(place), url, key: name ?? url, depth, attempt, interrupted: alone };
  return data === null ? task : { ...task, data: JSON.parse(data) as FrontierTask['data'] };
}

function toProblem(row: Selectable<ProblemTable>, ids: TaskIds): Problem {
  const { place, url, state, code, message, reason, hidden, at } = row;
  return {
    ...(place === null ? {} : { taskId: ids.id(place) }),
    ...{ url, state, code, message },
    ...(reason === null ? {} : { reason }),
    hidden: hidden === 1,
    at: new Date(at).toISOString(),
  };
}
