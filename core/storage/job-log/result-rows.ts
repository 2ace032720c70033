import type { ResultFilter, ResultRow } from '../job-ports';
import type { JobLog } from './job-log';
import { readJournal, readRecord } from './journal-reader';
import type { DoneRecord } from './records';
import { decodeRecord } from './records';
import type { IndexedResult } from './row-index';

/** A result's record with its place in completion order. */
export interface ScannedResult {
  readonly index: number;
  readonly record: DoneRecord;
}

const donePrefix = '{"k":"done"';
const prefixFrom = 9;
const isDone = (line: Buffer): boolean =>
  line.toString('latin1', prefixFrom, prefixFrom + donePrefix.length) === donePrefix;

/** Reads the records of results in completion order, from one of them on. */
export async function* scanDone(log: JobLog, first = 0): AsyncGenerator<ScannedResult> {
  const from = log.state.rows.at(first)?.lineOffset;
  if (from === undefined) return;
  let index = first;
  for await (const { record, offset } of readJournal(log.media.journal, { from, wanted: isDone })) {
    if (record?.k !== 'done') continue;
    // A line that was damaged meanwhile, or whose body was lost, has no record or no row.
    while ((log.state.rows.at(index)?.lineOffset ?? offset) < offset) index += 1;
    if (log.state.rows.at(index)?.lineOffset !== offset) continue;
    yield { index, record };
    index += 1;
  }
}

/** What is searched, in memory: made at the first search of an open job, continued at each further one. */
export class SearchTable {
  readonly #texts: string[] = [];
  readonly #statuses: number[] = [];
  #reading: Promise<void> | undefined;

  /** Indexes of results that fit a filter, in completion order. */
  async find(log: JobLog, filter: ResultFilter): Promise<readonly number[]> {
    this.#reading ??= this.#read(log).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    const search = filter.search?.trim().toLowerCase() ?? '';
    const found: number[] = [];
    this.#texts.forEach((text, index) => {
      if (hasStatus(this.#statuses[index] ?? 0, filter.status) && text.includes(search)) found.push(index);
    });
    return found;
  }

  async #read(log: JobLog): Promise<void> {
    for await (const { index, record } of scanDone(log, this.#texts.length)) {
      this.#texts[index] = `${record.url}\n${record.title}`.toLowerCase();
      this.#statuses[index] = record.status;
    }
  }
}

/** Rows for a table. */
export async function tableRows(
  log: JobLog,
  table: SearchTable,
  filter: ResultFilter,
): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }> {
  const { skip, limit } = filter;
  if (!filter.search?.trim() && filter.status === undefined) {
    const total = log.state.rows.count;
    const indexes = Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, n) => skip + n);
    return { rows: await readRows(log, indexes), total };
  }
  const found = await table.find(log, filter);
  return { rows: await readRows(log, found.slice(skip, skip + limit)), total: found.length };
}

function hasStatus(status: number, wanted: number | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted < 10 ? Math.floor(status / 100) === wanted : status === wanted;
}

/** Lines this near to each other are read together. */
const nearBytes = 256 * 1024;

async function readRows(log: JobLog, indexes: readonly number[]): Promise<readonly ResultRow[]> {
  const places = indexes.flatMap((index) => log.state.rows.at(index) ?? []);
  const first = places[0];
  const last = places.at(-1);
  if (!first || !last) return [];
  const end = last.lineOffset + last.lineLength;
  const near =
    end - first.lineOffset <= nearBytes
      ? await log.media.journal.read(first.lineOffset, end - first.lineOffset)
      : undefined;
  const rows: ResultRow[] = [];
  for (const [n, place] of places.entries()) {
    const record = near
      ? decodeRecord(lineIn(near, first, place))
      : await readRecord(log.media.journal, place.lineOffset, place.lineLength);
    if (record?.k === 'done') rows.push(rowOf(log, indexes[n] ?? 0, record));
  }
  return rows;
}

const lineIn = (bytes: Uint8Array, first: IndexedResult, place: IndexedResult): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + place.lineOffset - first.lineOffset, place.lineLength - 1);

function rowOf(log: JobLog, index: number, record: DoneRecord): ResultRow {
  const { place, url, title, status, credits, bytes, finishedAt } = record;
  return { index, taskId: log.state.ids.id(place), url, title, statusCode: status, credits, bytes, finishedAt };
}
