import type { StorageContext } from '../context';
import type {
  AddReport,
  Completion,
  CompletionReport,
  Failure,
  FrontierCounts,
  FrontierTask,
  NewTask,
  RefusedUrl,
} from '../job-ports';
import type { Entry } from './group-writer';
import { GroupWriter } from './group-writer';
import type { JobState } from './job-state';
import { frontierTask, refusedEntry } from './job-state';
import type { JobMedia } from './medium';
import type { AddedTask, AddPart, JournalRecord, LinksRecord, RefusedEntry } from './records';
import { packResult } from './result-body';
import type { LiveTask } from './task-queue';

/** Links of a page, with their keys taken; `undo` gives these back when they could not be written. */
interface ReservedLinks {
  /** When, in milliseconds since 1970; part of the ids. */
  readonly at: number;
  readonly add: AddPart | undefined;
  readonly refused: readonly RefusedEntry[] | undefined;
  readonly report: AddReport;
  readonly empty: boolean;
  undo(): void;
}

/** One open job. Memory changes only when a record is written; until then keys and tasks are merely taken. */
export class JobLog {
  readonly state: JobState;
  readonly media: JobMedia;
  readonly #writer: GroupWriter;
  readonly #context: StorageContext;
  /** Places of tasks whose end is being written. */
  readonly #ending = new Set<number>();

  constructor(state: JobState, media: JobMedia, context: StorageContext) {
    this.state = state;
    this.media = media;
    this.#context = context;
    this.#writer = new GroupWriter(media);
  }

  async add(tasks: readonly NewTask[], limit?: number): Promise<AddReport> {
    const links = this.#reserve(tasks, [], limit);
    await this.#writeLinks(links);
    return links.report;
  }

  async refuse(urls: readonly RefusedUrl[]): Promise<void> {
    await this.#writeLinks(this.#reserve([], urls));
  }

  async alias(taskId: string, keys: readonly string[]): Promise<boolean> {
    const place = this.state.ids.place(taskId);
    if (place === undefined) return false;
    const taken = keys.some((key) => (this.state.known.get(key) ?? place) !== place);
    const fresh = keys.filter((key) => !this.state.known.has(key));
    if (taken || fresh.length === 0) {
      await this.#writer.write({});
      return !taken;
    }
    for (const key of fresh) this.state.known.set(key, place);
    const undo = (): void => fresh.forEach((key) => void this.state.known.delete(key));
    await this.#write({ k: 'alias', place, keys: fresh }, undo);
    return true;
  }

  claim(n: number): readonly FrontierTask[] {
    const now = this.#context.clock.now();
    const tasks: LiveTask[] = [];
    while (tasks.length < n) {
      const task = this.state.take(now);
      if (!task) break;
      tasks.push(task);
    }
    if (tasks.length > 0) {
      const record: JournalRecord = { k: 'claim', places: tasks.map(({ place }) => place) };
      // Nobody waits for it: it only helps to find the task that kills the process again and again.
      this.#writer.write({ record: () => record }).catch(() => undefined);
    }
    return tasks.map((task) => frontierTask(this.state, task));
  }

  async complete(completion: Completion): Promise<CompletionReport> {
    const task = this.state.task(completion.taskId);
    if (!task || !this.#begin(task)) return this.#endedBefore();
    try {
      const packed = await packResult(completion.result);
      const links = this.#reserve(completion.discovered ?? [], completion.refused ?? [], completion.limit);
      const { at, add, refused } = links;
      const event = completion.eventId;
      let index = 0;
      await this.#writeOrUndo(links.undo, {
        body: packed.body,
        record: (body) => ({ k: 'done', at, place: task.place, ...packed.facts, ...body, event, add, refused }),
        written: (record, line) => {
          this.state.reserved -= add?.tasks.length ?? 0;
          this.state.apply(record, line);
          index = this.state.rows.count - 1;
        },
      });
      return { index, links: links.report };
    } finally {
      this.#ending.delete(task.place);
    }
  }

  async fail(failure: Failure): Promise<boolean> {
    const task = this.state.task(failure.taskId);
    if (!task || !this.#begin(task)) {
      await this.#writer.write({});
      return false;
    }
    const { state, code, message, reason, hidden } = failure;
    const { place, url } = task;
    try {
      await this.#write({ k: 'fail', at: this.#context.clock.now(), place, url, state, code, message, reason, hidden });
      return true;
    } finally {
      this.#ending.delete(place);
    }
  }

  async reclaim(taskId: string, notBefore = 0): Promise<void> {
    const task = this.state.task(taskId);
    if (task?.state !== 'inFlight' || !this.#begin(task)) return;
    try {
      await this.#write({ k: 'again', places: [task.place], attempt: task.attempt + 1, notBefore });
    } finally {
      this.#ending.delete(task.place);
    }
  }

  release(taskId: string, notBefore = 0): void {
    const task = this.state.task(taskId);
    if (task?.state === 'inFlight' && !this.#ending.has(task.place)) this.state.wait(task, notBefore);
  }

  async retryFailed(): Promise<number> {
    const failed = [...this.state.live.values()].filter(
      (task) => task.state === 'failed' && !this.#ending.has(task.place),
    );
    for (const { place } of failed) this.#ending.add(place);
    const places = failed.map(({ place }) => place);
    if (places.length === 0) return 0;
    try {
      await this.#write({ k: 'again', places, attempt: 1, notBefore: 0 });
      return places.length;
    } finally {
      for (const place of places) this.#ending.delete(place);
    }
  }

  counts(): FrontierCounts {
    return this.state.counts(this.#context.clock.now());
  }

  /** Writes what waits, flushes the disk and closes the files. */
  async close(): Promise<void> {
    try {
      await this.#writer.close();
    } finally {
      await this.media.journal.close();
      await this.media.bodies.close();
    }
  }

  /** Marks a task as ending; false when it has ended or its end is being written. */
  #begin(task: LiveTask): boolean {
    if (task.state === 'failed' || this.#ending.has(task.place)) return false;
    this.#ending.add(task.place);
    return true;
  }

  async #endedBefore(): Promise<CompletionReport> {
    await this.#writer.write({});
    return { links: { ids: [], added: 0, overLimit: [] } };
  }

  #reserve(tasks: readonly NewTask[], refused: readonly RefusedUrl[], limit = Number.POSITIVE_INFINITY): ReservedLinks {
    const { state } = this;
    const at = this.#context.clock.now();
    const first = state.next;
    const added: AddedTask[] = [];
    const keys: string[] = [];
    const overLimit: NewTask[] = [];
    const ids = tasks.map((task) => {
      const key = task.key ?? task.url;
      if (state.known.has(key)) return undefined;
      if (state.admitted >= limit) {
        overLimit.push(task);
        return undefined;
      }
      state.known.set(key, state.next);
      state.next += 1;
      state.reserved += 1;
      keys.push(key);
      added.push(addedTask(task));
      return state.ids.id(state.next - 1);
    });
    const news = refused.filter(({ url, key }) => !state.known.has(key ?? url) && state.problems.reserve(url));
    return {
      at,
      add: added.length > 0 ? { first, tasks: added } : undefined,
      refused: news.length > 0 ? news.map(refusedEntry) : undefined,
      report: { ids, added: added.length, overLimit },
      empty: added.length === 0 && news.length === 0,
      undo: () => {
        for (const key of keys) state.known.delete(key);
        for (const { url } of news) state.problems.forget(url);
        state.reserved -= keys.length;
      },
    };
  }

  async #writeLinks(links: ReservedLinks): Promise<void> {
    const { at, add, refused } = links;
    const record: LinksRecord = { k: 'links', at, add, refused };
    await this.#writeOrUndo(links.undo, {
      record: links.empty ? undefined : () => record,
      written: (written, line) => {
        this.state.reserved -= add?.tasks.length ?? 0;
        this.state.apply(written, line);
      },
    });
  }

  #write(record: JournalRecord, undo: () => void = () => undefined): Promise<void> {
    return this.#writeOrUndo(undo, {
      record: () => record,
      written: (written, line) => this.state.apply(written, line),
    });
  }

  async #writeOrUndo(undo: () => void, entry: Entry): Promise<void> {
    try {
      await this.#writer.write(entry);
    } catch (thrown) {
      undo();
      throw thrown;
    }
  }
}

function addedTask(task: NewTask): AddedTask {
  const { url, depth, key, data } = task;
  if (data) return [url, depth, key ?? null, data];
  return key === undefined || key === url ? [url, depth] : [url, depth, key];
}
