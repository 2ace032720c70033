import type { FrontierCounts, FrontierTask } from '../job-ports';
import type { LinePlace } from './group-writer';
import { ProblemIndex } from './problem-index';
import type { AddPart, AgainRecord, ClaimRecord, DoneRecord, FailRecord, JournalRecord, RefusedEntry } from './records';
import { RowIndex } from './row-index';
import { TaskIds } from './task-ids';
import type { LiveTask } from './task-queue';
import { TaskQueue } from './task-queue';

/** What a job's journal says, in memory: made by applying its records one after the other. */
export class JobState {
  readonly ids: TaskIds;
  readonly rows = new RowIndex();
  readonly problems = new ProblemIndex();
  /** Place of the task by key; also keys that are being added. */
  readonly known = new Map<string, number>();
  /** Tasks that have no result and were not refused. */
  readonly live = new Map<number, LiveTask>();
  /** Place of the next new task. */
  next = 0;
  /** Tasks that are being added. */
  reserved = 0;
  readonly #queue = new TaskQueue();
  /** False while the journal is replayed: the queue is filled at its end. */
  #settled = false;
  #waiting = 0;
  #inFlight = 0;
  #credits = 0;

  constructor(jobId: string) {
    this.ids = new TaskIds(jobId);
  }

  /** Tasks that count against a job's limit. */
  get admitted(): number {
    return this.#waiting + this.#inFlight + this.rows.count + this.reserved;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  counts(now: number): FrontierCounts {
    const readyAt = this.#waiting > 0 ? this.#queue.readyAt(now) : undefined;
    return {
      queued: this.#waiting,
      inFlight: this.#inFlight,
      done: this.rows.count,
      failed: this.problems.failed,
      refused: this.problems.refused,
      credits: this.#credits,
      ...(readyAt === undefined ? {} : { readyAt }),
    };
  }

  /** The live task with an id. */
  task(id: string): LiveTask | undefined {
    const place = this.ids.place(id);
    return place === undefined ? undefined : this.live.get(place);
  }

  /** Takes a waiting task that may start now. */
  take(now: number): LiveTask | undefined {
    const task = this.#queue.take(now);
    if (task) this.#set(task, 'inFlight');
    return task;
  }

  /** Lets a task wait (again). */
  wait(task: LiveTask, notBefore: number): void {
    task.notBefore = notBefore;
    this.#set(task, 'waiting');
    this.#enqueue(task);
  }

  /** Applies a record that has been written. */
  apply(record: JournalRecord, line: LinePlace): void {
    if (record.k === 'done') this.#applyDone(record, line);
    else if (record.k === 'fail') this.#applyFail(record, line);
    else if (record.k === 'again') this.#applyAgain(record);
    else if (record.k === 'alias') for (const key of record.keys) this.known.set(key, record.place);
    if (record.k === 'links' || record.k === 'done') {
      if (record.add) this.#applyAdd(record.add);
      if (record.refused)
        this.problems.pushLinks(
          record.refused.map(([url]) => url),
          line,
        );
    }
  }

  /** Applies what an earlier process claimed: a task claimed twice without an end was in flight when it died. */
  replayClaim(record: ClaimRecord): void {
    for (const place of record.places) {
      const task = this.live.get(place);
      if (!task) continue;
      if (task.state === 'inFlight') task.interrupted += 1;
      this.#set(task, 'inFlight');
    }
  }

  /** After the replay: what was in flight waits again, before everything else; then what waited. */
  settle(): void {
    this.#settled = true;
    const tasks = [...this.live.values()];
    const interrupted = tasks.filter((task) => task.state === 'inFlight');
    for (const task of interrupted) {
      task.interrupted += 1;
      this.#set(task, 'waiting');
    }
    const first = new Set(interrupted);
    for (const task of interrupted) this.#queue.push(task);
    for (const task of tasks) if (task.state === 'waiting' && !first.has(task)) this.#queue.push(task);
  }

  #enqueue(task: LiveTask): void {
    if (this.#settled) this.#queue.push(task);
  }

  #applyAdd(add: AddPart): void {
    for (const [index, [url, depth, key, data]] of add.tasks.entries()) {
      const place = add.first + index;
      const task: LiveTask = {
        place,
        url,
        key: key ?? url,
        depth,
        data,
        state: 'waiting',
        attempt: 1,
        interrupted: 0,
        notBefore: 0,
      };
      this.known.set(task.key, place);
      this.live.set(place, task);
      this.#waiting += 1;
      this.#enqueue(task);
    }
    this.next = Math.max(this.next, add.first + add.tasks.length);
  }

  #applyDone(record: DoneRecord, line: LinePlace): void {
    this.#end(record.place);
    this.rows.push(record, line);
    this.#credits += record.credits;
  }

  #applyFail(record: FailRecord, line: LinePlace): void {
    const task = this.live.get(record.place);
    if (record.state === 'failed' && task) this.#set(task, 'failed');
    else this.#end(record.place);
    this.problems.pushTask(record.place, record.state, line);
  }

  #applyAgain(record: AgainRecord): void {
    const failed = new Set<number>();
    for (const place of record.places) {
      const task = this.live.get(place);
      if (!task) continue;
      if (task.state === 'failed') failed.add(place);
      if (record.attempt === 1) task.interrupted = 0;
      task.attempt = record.attempt;
      this.wait(task, record.notBefore);
    }
    if (failed.size > 0) this.problems.clear(failed);
  }

  #end(place: number): void {
    const task = this.live.get(place);
    if (task) this.#set(task, 'ended');
    this.live.delete(place);
  }

  #set(task: LiveTask, state: LiveTask['state']): void {
    this.#count(task.state, -1);
    this.#count(state, 1);
    task.state = state;
  }

  #count(state: LiveTask['state'], by: 1 | -1): void {
    if (state === 'waiting') this.#waiting += by;
    if (state === 'inFlight') this.#inFlight += by;
  }
}

/** A live task as the port gives it out. */
export function frontierTask(state: JobState, task: LiveTask): FrontierTask {
  const { url, key, depth, attempt, interrupted, data } = task;
  const id = state.ids.id(task.place);
  return { id, url, key, depth, attempt, interrupted, ...(data ? { data } : {}) };
}

/** A refused URL as the journal keeps it. */
export const refusedEntry = (url: {
  readonly url: string;
  readonly reason: string;
  readonly code: string;
  readonly message?: string;
}): RefusedEntry => [url.url, url.reason, url.code, url.message ?? ''];
