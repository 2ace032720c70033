import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../common/model';
import type { ResultFilter, ResultPage, ResultRange, ResultRow, ResultStore } from '../job-ports';
import type { JobLog } from './job-log';
import type { JobLogs } from './job-logs';
import type { ReadBody } from './result-body';
import { resultOf, unpackBody } from './result-body';
import { SearchTable, scanDone, tableRows } from './result-rows';
import type { IndexedResult } from './row-index';

/** Results of each job, kept in the job's log. */
export class LogResultStore implements ResultStore {
  readonly #logs: JobLogs;
  readonly #warn: (message: string) => void;
  /** Goes with the log when it is closed. */
  readonly #searches = new WeakMap<JobLog, SearchTable>();

  constructor(logs: JobLogs, warn: (message: string) => void) {
    this.#logs = logs;
    this.#warn = warn;
  }

  count(jobId: string): Promise<number> {
    return this.#logs.use(jobId, (log) => log.state.rows.count);
  }

  page(jobId: string, range: ResultRange): Promise<ResultPage<Result>> {
    return this.#page(jobId, range, resultOf);
  }

  pageText(jobId: string, range: ResultRange): Promise<ResultPage<string>> {
    return this.#page(jobId, range, ({ document }) => document);
  }

  at(jobId: string, index: number): Promise<Result | undefined> {
    return this.#logs.use(jobId, (log) => this.#result(jobId, log, index));
  }

  byTask(jobId: string, taskId: string): Promise<Result | undefined> {
    return this.#logs.use(jobId, (log) => this.#result(jobId, log, indexOfPlace(log, log.state.ids.place(taskId))));
  }

  byUrl(jobId: string, url: string): Promise<Result | undefined> {
    return this.#logs.use(jobId, async (log) => {
      const known = indexOfPlace(log, log.state.known.get(url));
      if (known !== undefined) return this.#result(jobId, log, known);
      for await (const { index, record } of scanDone(log)) {
        if (record.url === url) return this.#result(jobId, log, index);
      }
      return undefined;
    });
  }

  rows(jobId: string, filter: ResultFilter): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }> {
    return this.#logs.use(jobId, (log) => {
      const table = this.#searches.get(log) ?? new SearchTable();
      this.#searches.set(log, table);
      return tableRows(log, table, filter);
    });
  }

  events(jobId: string): Promise<readonly { readonly eventId: string; readonly index: number }[]> {
    return this.#logs.use(jobId, async (log) => {
      const events: { eventId: string; index: number }[] = [];
      for await (const { index, record } of scanDone(log)) {
        if (record.event !== undefined) events.push({ eventId: record.event, index });
      }
      return events;
    });
  }

  removeJob(jobId: string): Promise<void> {
    return this.#logs.remove(jobId);
  }

  async #result(jobId: string, log: JobLog, index: number | undefined): Promise<Result | undefined> {
    const row = index === undefined ? undefined : log.state.rows.at(index);
    const [body] = row ? await this.#read(jobId, log, [row]) : [];
    return body && resultOf(body);
  }

  #page<T>(jobId: string, range: ResultRange, make: (body: ReadBody) => T): Promise<ResultPage<T>> {
    return this.#logs.use(jobId, async (log) => {
      const total = log.state.rows.count;
      const rows = choose(log, range);
      const next = range.skip + rows.length;
      const bodies = await this.#read(jobId, log, rows);
      const results: T[] = [];
      let sinceTurn = 0;
      for (const body of bodies) {
        results.push(make(body));
        sinceTurn += body.document.length;
        if (sinceTurn < turnBytes) continue;
        await nextTurn();
        sinceTurn = 0;
      }
      return { results, total, ...(rows.length > 0 && next < total ? { next } : {}) };
    });
  }

  /** Reads bodies that lie side by side together; damaged ones are said and left out. */
  async #read(jobId: string, log: JobLog, rows: readonly IndexedResult[]): Promise<readonly ReadBody[]> {
    const bodies: ReadBody[] = [];
    let sinceTurn = 0;
    for (const span of spans(rows)) {
      const start = span[0]?.offset ?? 0;
      const last = span.at(-1);
      const bytes = await log.media.bodies.read(start, last ? last.offset + last.length - start : 0);
      for (const { offset, length, crc, place } of span) {
        const body = await unpackBody(bytes.subarray(offset - start, offset - start + length), crc).catch(
          () => undefined,
        );
        if (body) bodies.push(body);
        else this.#warn(`A result of job ${jobId} is damaged and left out (task ${place} of the job).`);
        sinceTurn += body?.document.length ?? 0;
        if (sinceTurn < turnBytes) continue;
        // A large page must not keep other requests waiting.
        await nextTurn();
        sinceTurn = 0;
      }
    }
    return bodies;
  }
}

const turnBytes = 512 * 1024;
const spanBytes = 4 * 1024 * 1024;

const indexOfPlace = (log: JobLog, place: number | undefined): number | undefined =>
  place === undefined ? undefined : log.state.rows.ofPlace(place);

/** The rows of a page: up to its limit, and up to its bytes, but always one. */
function choose(log: JobLog, range: ResultRange): readonly IndexedResult[] {
  const limit = range.limit ?? Number.POSITIVE_INFINITY;
  const maxBytes = range.maxBytes ?? Number.POSITIVE_INFINITY;
  const rows: IndexedResult[] = [];
  let bytes = 0;
  while (rows.length < limit) {
    const row = log.state.rows.at(range.skip + rows.length);
    if (!row) break;
    bytes += row.bytes;
    if (bytes > maxBytes && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}

/** Groups rows whose bodies follow each other, a few megabytes at a time. */
function spans(rows: readonly IndexedResult[]): readonly (readonly IndexedResult[])[] {
  const groups: IndexedResult[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const first = group?.[0];
    const joins = last && first && row.offset === last.offset + last.length && row.offset - first.offset < spanBytes;
    if (group && joins) group.push(row);
    else groups.push([row]);
  }
  return groups;
}
