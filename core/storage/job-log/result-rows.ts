import type { ResultFilter, ResultRow } from '../job-ports';
import type { JobLog } from './job-log';
import { readJournal, readRecord } from './journal-reader';
import type { DoneRecord } from './records';

/** A result's record with its place in completion order. */
export interface ScannedResult {
  readonly index: number;
  readonly record: DoneRecord;
}

const donePrefix = '{"k":"done"';
const prefixFrom = 9;
const isDone = (line: Buffer): boolean =>
  line.toString('latin1', prefixFrom, prefixFrom + donePrefix.length) === donePrefix;

/** Reads the records of all results in completion order. */
export async function* scanDone(log: JobLog): AsyncGenerator<ScannedResult> {
  let index = 0;
  for await (const { record, offset } of readJournal(log.media.journal, isDone)) {
    if (record?.k !== 'done' || log.state.rows.at(index)?.lineOffset !== offset) continue;
    yield { index, record };
    index += 1;
  }
}

/** Rows for a table: read by place where nothing is filtered, else by one walk through the journal. */
export async function tableRows(
  log: JobLog,
  filter: ResultFilter,
): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }> {
  const search = filter.search?.trim().toLowerCase() ?? '';
  if (search === '' && filter.status === undefined) return unfiltered(log, filter);
  const rows: ResultRow[] = [];
  let total = 0;
  for await (const { index, record } of scanDone(log)) {
    if (!hasStatus(record.status, filter.status)) continue;
    if (!record.url.toLowerCase().includes(search) && !record.title.toLowerCase().includes(search)) continue;
    if (total >= filter.skip && rows.length < filter.limit) rows.push(rowOf(log, index, record));
    total += 1;
  }
  return { rows, total };
}

async function unfiltered(
  log: JobLog,
  filter: ResultFilter,
): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }> {
  const total = log.state.rows.count;
  const rows: ResultRow[] = [];
  for (let index = filter.skip; index < Math.min(total, filter.skip + filter.limit); index += 1) {
    const place = log.state.rows.at(index);
    const record = place && (await readRecord(log.media.journal, place.lineOffset, place.lineLength));
    if (record?.k === 'done') rows.push(rowOf(log, index, record));
  }
  return { rows, total };
}

function hasStatus(status: number, wanted: number | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted < 10 ? Math.floor(status / 100) === wanted : status === wanted;
}

function rowOf(log: JobLog, index: number, record: DoneRecord): ResultRow {
  const { place, url, title, status, credits, bytes, finishedAt } = record;
  return { index, taskId: log.state.ids.id(place), url, title, statusCode: status, credits, bytes, finishedAt };
}
