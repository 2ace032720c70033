import { LRUCache } from 'lru-cache';
import type { StorageContext } from '../../../ports/context';
import {
  type AddReport,
  type Claim,
  type Completion,
  type CompletionReport,
  type Failure,
  type Frontier,
  type FrontierCounts,
  type FrontierOutlook,
  type FrontierTask,
  type JobCursor,
  type JobNews,
  type NewTask,
  type Problem,
  type RefusedUrl,
  type RetryTime,
} from '../../../ports/jobs/frontier';
import { BatchedWrites } from '../../database/batched-writes';
import type { SqlDatabase } from '../../database/database';
import { preparedInsert, together } from '../../database/prepared';
import type { Db, Row } from '../../database/schema';
import { taskState } from '../../database/schema';
import type { Contents } from '../../sql/contents';
import { packResult } from '../../sql/result-body';
import { SqlStore } from '../../sql/sql-store';
import { LeaseExpiryCache } from './lease-expiry-cache';
import {
  claimTasks,
  endTask,
  endWait,
  nextClaimIn,
  postpone,
  releaseClaims,
  renewClaims,
  requeueAll,
  retryFailed,
  type TaskRow,
  workerOf,
} from './sql-claims';
import { claimPlaces, placesElsewhere } from './sql-claims-elsewhere';
import { keyOf, placesOf } from './sql-keys';
import { exchangeLessons } from './sql-lessons';
import { endBatchSize, lostReport, type PageEnd, writeEnds } from './sql-page-ends';
import {
  addRefused,
  insertProblem,
  lockQueue,
  newTasks,
  openQueue,
  progressOf,
  type Queue,
  readQueue,
  saveQueue,
} from './sql-queue';
import { claimAtOnce } from './sql-single-statement-claims';
import { TaskIds } from './task-ids';

/**
 * Batching delay in ms for page completions when many pages end at once. Applies to databases where a write costs a
 * round trip to a server.
 */
const busyGatherMs = 40;

const insertAlias = preparedInsert('alias', ['queue', 'key', 'place']);

/** Options for claiming tasks and storing results. */
interface FrontierOptions {
  /**
   * True when tasks are claimed before they are started. Reserving a slot then marks a task as started. Defaults to
   * true in shared databases.
   */
  readonly isAhead?: boolean;
  readonly contents?: Contents;
  /** Returns true if every process can read results stored in `content`. */
  readonly mayStore?: () => boolean;
}

/** Frontier of each job, stored in SQL. A transaction that changes rows also updates the counters. */
export class SqlFrontier extends SqlStore implements Frontier {
  readonly #worker: string;
  readonly #isAhead: boolean;
  readonly #mayStore: () => boolean;
  readonly #leaseExpiries = new LeaseExpiryCache();
  readonly #queues = new LRUCache<string, number>({ max: 1000 });
  readonly #ends: BatchedWrites<PageEnd, CompletionReport>;

  constructor(database: SqlDatabase, context: StorageContext, options: FrontierOptions = {}) {
    super(database, context, options.contents);
    const { isAhead = database.isShared, mayStore = () => false } = options;
    const { contents } = this;
    this.#isAhead = isAhead;
    this.#mayStore = mayStore;
    this.#worker = workerOf(database.session);
    this.#ends = new BatchedWrites({
      database,
      maxCalls: endBatchSize,
      busyGatherMs: database.isShared ? busyGatherMs : undefined,
      work: (db, ends) => writeEnds(db, ends, { context, database, contents }),
    });
  }

  add(jobId: string, tasks: readonly NewTask[], limit?: number): Promise<AddReport> {
    return this.database.write(async (db) => {
      const queue = await openQueue(db, jobId);
      const { report, rows } = await newTasks(db, queue, tasks, limit);
      if (rows.length > 0) await together(db, [saveQueue.with(queue), ...rows]);
      return report;
    });
  }

  refuse(jobId: string, urls: readonly RefusedUrl[]): Promise<void> {
    return this.database.write(async (db) => {
      const queue = await openQueue(db, jobId);
      await addRefused(db, queue, urls, this.now);
      await together(db, [saveQueue.with(queue)]);
    });
  }

  alias(jobId: string, claim: Claim, names: readonly string[]): Promise<boolean> {
    const place = new TaskIds(jobId).place(claim.id);
    return this.database.write(async (db) => {
      const queue = await lockQueue(db, jobId);
      if (!queue || place === undefined) return false;
      const keys = names.map(keyOf);
      const owners = await placesOf(db, queue.id, keys);
      if ([...owners.values()].some((owner) => owner !== place)) return false;
      for (const key of keys)
        if (!owners.has(key.toString('hex'))) await insertAlias(db, { queue: queue.id, key, place });
      return true;
    });
  }

  async claim(jobId: string, n: number): Promise<readonly FrontierTask[]> {
    const tasks = (await this.#claimAtOnce(jobId, n)) ?? (await this.#claimInSteps(jobId, n));
    const ids = new TaskIds(jobId);
    const [first] = tasks;
    if (first) this.#queues.set(jobId, first.queue);
    return tasks.map((row) => toTask(row, ids));
  }

  async claimElsewhere(jobId: string, n: number, hosts: ReadonlySet<string>): Promise<readonly FrontierTask[]> {
    const claimant = this.#claimantOf(jobId);
    const places = await this.database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      return queue ? placesElsewhere(db, { queue: queue.id, now: claimant.now }, n, hosts) : [];
    });
    if (places.length === 0) return [];
    return this.database.write(async (db) => {
      const queue = await lockQueue(db, jobId);
      const tasks = queue ? await claimPlaces(db, queue, claimant, places) : [];
      if (queue && tasks.length > 0) await together(db, [saveQueue.with(queue)]);
      const ids = new TaskIds(jobId);
      return tasks.map((row) => toTask(row, ids));
    });
  }

  /** Claims tasks with a single statement. Returns undefined when the claim requires several steps. */
  async #claimAtOnce(jobId: string, n: number): Promise<readonly TaskRow[] | undefined> {
    const claimant = this.#claimantOf(jobId);
    if (!this.database.isShared || n <= 0 || claimant.mayExpire) return undefined;
    return this.database.write((db) => claimAtOnce(db, jobId, claimant, n));
  }

  async #claimInSteps(jobId: string, n: number): Promise<readonly TaskRow[]> {
    const claimant = this.#claimantOf(jobId);
    try {
      return await this.database.write(async (db) => {
        const queue = await lockQueue(db, jobId);
        if (!queue) return [];
        const { in_flight: inFlight, suspects } = queue;
        const tasks = await claimTasks(db, queue, claimant, n);
        if (tasks.length > 0 || queue.in_flight !== inFlight || queue.suspects !== suspects)
          await together(db, [saveQueue.with(queue)]);
        return tasks;
      });
    } catch (thrown) {
      this.#leaseExpiries.forget(jobId);
      throw thrown;
    }
  }

  async renew(jobId: string): Promise<readonly string[]> {
    const until = this.now + this.leaseMs;
    const claims = await this.database.write(async (db) => {
      const queue = await lockQueue(db, jobId);
      return queue && queue.in_flight > 0 ? renewClaims(db, { queue: queue.id, worker: this.#worker, until }) : [];
    });
    const ids = new TaskIds(jobId);
    return claims.map(({ place }) => ids.id(place));
  }

  release(jobId: string, ids: readonly string[]): Promise<void> {
    const task = new TaskIds(jobId);
    return this.database.write(async (db) => {
      const queue = await lockQueue(db, jobId);
      if (!queue) return;
      let count = 0;
      for (const place of ids.flatMap((id) => task.place(id) ?? []))
        count += (await releaseClaims(db, { queue: queue.id, worker: this.#worker, place })).length;
      if (count > 0) await together(db, [saveQueue.with(movedBack(queue, count))]);
    });
  }

  async complete(jobId: string, claim: Claim, completion: Completion, mayGather = false): Promise<CompletionReport> {
    const place = new TaskIds(jobId).place(claim.id);
    const queue = this.#queues.get(jobId) ?? (await this.#findQueue(jobId));
    if (place === undefined || queue === undefined) return lostReport;
    const packed = packResult(completion.result);
    const large = this.#mayStore() ? await this.contents.readyLarge(packed.body) : undefined;
    const report = this.#ends.add({ jobId, queue, place, fence: claim.fence, completion, packed, large });
    if (!mayGather) void this.#ends.flush();
    return report;
  }

  async #findQueue(jobId: string): Promise<number | undefined> {
    const queue = await this.database.read((db) => readQueue(db, jobId));
    if (queue) this.#queues.set(jobId, queue.id);
    return queue?.id;
  }

  fail(jobId: string, claim: Claim, failure: Failure): Promise<boolean> {
    const { state, code, message, reason = null, hidden = false } = failure;
    return this.database.write(async (db) => {
      const ended = await this.#end(db, jobId, claim, taskState[state]);
      if (!ended) return false;
      const { queue, place, url } = ended;
      const problem = { place, key: null, url, state, code, message, reason, hidden: Number(hidden), at: this.now };
      await insertProblem(db, { queue: queue.id, ...problem });
      queue[state] += 1;
      await together(db, [saveQueue.with(queue)]);
      return true;
    });
  }

  reclaim(jobId: string, claim: Claim, notBefore?: RetryTime): Promise<void> {
    const ready_at = Math.ceil(notBefore?.at ?? 0);
    const wait_ms = Math.ceil(notBefore?.waitMs ?? 0);
    return this.database.write(async (db) => {
      const ended = await this.#end(db, jobId, claim, taskState.waiting);
      if (!ended) return;
      const { queue, place } = ended;
      await postpone(db, { queue: queue.id, place, ready_at, wait_ms, turn: notBefore ? 0 : queue.next_turn });
      queue.waiting += 1;
      queue.next_turn += 1;
      await together(db, [saveQueue.with(queue)]);
    });
  }

  endWait(jobId: string, until: number): Promise<void> {
    return this.database.write(async (db) => {
      const queue = await lockQueue(db, jobId);
      if (!queue) return;
      await endWait(db, { queue: queue.id, ready_at: Math.ceil(until) });
      // Rewrites the unchanged counters, so that a claim waiting for the lock on this row sees a new row version and
      // retries.
      await together(db, [saveQueue.with(queue)]);
    });
  }

  async exchange(jobId: string, lessons: readonly string[], known: JobCursor): Promise<JobNews | 'alone'> {
    if (!this.database.isShared) return 'alone';
    const queue = this.#queues.get(jobId) ?? (await this.#findQueue(jobId));
    if (queue === undefined) return { urls: [], lessons: [], known };
    return exchangeLessons(this.database, { queue, jobId, worker: this.#worker, lessons, known });
  }

  retryFailed(jobId: string): Promise<number> {
    return this.database.write(async (db) => {
      const queue = await lockQueue(db, jobId);
      if (!queue) return 0;
      const retried = await retryFailed(db, { queue: queue.id, turn: queue.next_turn });
      if (retried.length === 0) return 0;
      await db.deleteFrom('problem').where('queue', '=', queue.id).where('state', '=', 'failed').execute();
      queue.waiting += retried.length;
      queue.next_turn += queue.tasks;
      await together(db, [saveQueue.with({ ...queue, failed: 0 })]);
      return retried.length;
    });
  }

  counts(jobId: string): Promise<FrontierCounts> {
    return this.database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      return queue ? countsOf(queue) : noCounts;
    });
  }

  outlook(jobId: string): Promise<FrontierOutlook> {
    return this.database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue) return noCounts;
      const waitMs = await nextClaimIn(db, queue, this.#claimantOf(jobId));
      return { ...countsOf(queue), ...(waitMs === undefined ? {} : { waitMs }) };
    });
  }

  urls(jobId: string): Promise<readonly string[]> {
    return this.database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue) return [];
      const rows = await db.selectFrom('task').select('url').where('queue', '=', queue.id).orderBy('place').execute();
      return rows.map(({ url }) => url);
    });
  }

  problems(
    jobId: string,
    { state, skip, limit }: Parameters<Frontier['problems']>[1],
  ): Promise<{ readonly problems: readonly Problem[]; readonly total: number }> {
    return this.database.read(async (db) => {
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

  async close(jobId: string): Promise<void> {
    // Writes completed pages before the remaining tasks are requeued.
    await this.#ends.flush();
    await this.database.write(async (db) => {
      const queue = await lockQueue(db, jobId);
      if (!queue || queue.in_flight === 0) return;
      const { length } = await requeueAll(db, { queue: queue.id, worker: this.#worker });
      await together(db, [saveQueue.with(movedBack(queue, length))]);
    });
  }

  #claimantOf(jobId: string) {
    const { now, leaseMs } = this;
    const leaseExpiries = this.#leaseExpiries;
    return {
      worker: this.#worker,
      now,
      leaseMs,
      isAhead: this.#isAhead,
      leaseExpiries,
      mayExpire: leaseExpiries.mayExpire(jobId, now),
    };
  }

  /** Ends a task. Returns the updated counters, which the caller saves, or undefined when the claim was lost. */
  async #end(db: Db, jobId: string, { id, fence }: Claim, state: number) {
    const place = new TaskIds(jobId).place(id);
    const queue = place === undefined ? undefined : await lockQueue(db, jobId);
    if (!queue || place === undefined) return undefined;
    const [ended] = await endTask(db, { queue: queue.id, place, fence, state });
    if (!ended) return undefined;
    queue.in_flight -= 1;
    if (ended.interrupted > 0) queue.suspects -= 1;
    return { queue, place, url: ended.url };
  }
}

/** Returns the counters after `tasks` in-flight tasks have been requeued. */
const movedBack = (queue: Queue, tasks: number): Queue => ({
  ...queue,
  in_flight: queue.in_flight - tasks,
  waiting: queue.waiting + tasks,
});

const noCounts: FrontierCounts = { queued: 0, inFlight: 0, done: 0, failed: 0, refused: 0, credits: 0 };

const countsOf = (queue: Queue): FrontierCounts => ({
  ...progressOf(queue),
  ...(queue.lost > 0 ? { lost: queue.lost } : {}),
});

function toTask(row: TaskRow, ids: TaskIds): FrontierTask {
  const { place, url, name, depth, attempt, alone, fence, data } = row;
  const task = { id: ids.id(place), url, key: name ?? url, depth, attempt, interrupted: alone, fence };
  return data === null ? task : { ...task, data: JSON.parse(data) as FrontierTask['data'] };
}

function toProblem(row: Row<'problem'>, ids: TaskIds): Problem {
  const { place, url, state, code, message, reason, hidden, at } = row;
  return {
    ...(place === null ? {} : { taskId: ids.id(place) }),
    ...{ url, state: state === 'failed' ? state : 'refused', code, message },
    ...(reason === null ? {} : { reason }),
    hidden: hidden === 1,
    at: new Date(at).toISOString(),
  };
}
