import { inject, injectable } from 'inversify';
import { LRUCache } from 'lru-cache';
import { isFinal, type Job } from '../../common/job';
import type { GridRow, RowColumn, RowKind, RowQuery, RowSlice } from '../../common/rows';
import { JobKinds } from '../../ports/jobs/job-kinds';
import { ResultStore } from '../../ports/jobs/result-store';
import { JobReader } from '../job-reader';
import { pageAddress } from './read-records';
import { answerFeed, documentFeed, pageFeed } from './row-feed';
import { RowLoader, type RowRequest } from './row-loader';
import type { RowAnswer, RowMessage } from './row-messages';
import type { ValueLength } from './row-table';
import { RowThread } from './row-thread';

/** Range of matching rows. */
export interface RowPart {
  readonly skip: number;
  readonly limit: number;
  /** Length of the returned values: complete or shortened. Absent when only row numbers are needed. */
  readonly length?: ValueLength;
  /** True to return the rows read so far instead of waiting for all rows. */
  readonly partial?: boolean;
}

/** A job without its outcome, which can be large, plus its number of results. */
interface RowJob extends Omit<Job, 'outcome'> {
  readonly resultCount: number;
}

/** Cache TTL of a finished job in ms. */
const knownMs = 5000;
const knownJobs = 20;
/** Number of rows per export batch. */
const batchRows = 500;

const pageNames: Readonly<Record<string, string>> = {
  title: 'Title',
  url: 'Address',
  statusCode: 'Status',
  contentType: 'Type',
  bytes: 'Size',
  credits: 'Credits',
  finishedAt: 'Time',
};

/** Rows of jobs (records or pages), sorted, filtered, searched and paginated. */
@injectable()
export class JobRows {
  readonly #jobs = new LRUCache<string, RowJob>({ max: knownJobs, ttl: knownMs });
  readonly #loader: RowLoader;

  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(RowThread) private readonly thread: RowThread,
  ) {
    this.#loader = new RowLoader(thread);
  }

  /** Returns a range of the matching rows. With `partial`, considers only the rows read so far. */
  async slice(
    id: string,
    query: RowQuery,
    { partial, ...part }: RowPart,
  ): Promise<RowSlice & { readonly numbers: readonly number[] }> {
    const wanted = await this.#wanted(id, query);
    await (partial ? this.#loader.loadSome(wanted) : this.#loader.load(wanted));
    const isComplete = this.#loader.isComplete(wanted);
    const { columns, rows, numbers, total, size, searched } = await this.#read(wanted, query, part);
    const named = namedColumns(columns, query.of);
    return { columns: named, rows, numbers, total, all: size, searched, isComplete, revision: wanted.table };
  }

  /**
   * Waits until all rows have been read, then yields the matching rows in batches. If `numbers` is given, yields only
   * matching rows with these row numbers.
   */
  async *batches(id: string, query: RowQuery, numbers?: readonly number[]): AsyncGenerator<readonly GridRow[]> {
    const wanted = await this.#wanted(id, query);
    await this.#loader.load(wanted);
    const chosen = numbers && new Set(numbers);
    for (let skip = 0, total = 1; skip < total; skip += batchRows) {
      const part = { skip, limit: batchRows, length: 'whole' } as const;
      const answer = await this.#read(wanted, query, part);
      yield chosen ? answer.rows.filter(({ number }) => chosen.has(number)) : answer.rows;
      total = answer.total;
    }
  }

  async #read(wanted: RowRequest, { search, sort, filter }: RowQuery, part: RowPart): Promise<RowAnswer> {
    const nextText = wanted.texts && this.#loader.nextText(wanted);
    const order = { search, sort, filter };
    const message: RowMessage = { kind: 'read', table: wanted.table, order, ...part, nextText };
    const answer = await this.thread.ask(message);
    if (answer) return answer;
    await this.#loader.reload(wanted);
    return (await this.thread.ask(message)) ?? { size: 0, columns: [], total: 0, numbers: [], rows: [] };
  }

  /**
   * Returns the request that loads the rows for a query. Includes page text only for a search, because the text is much
   * larger than a row.
   */
  async #wanted(id: string, { of, search = '' }: RowQuery): Promise<RowRequest> {
    const { kind, state, finishedAt = '', resultCount } = await this.#job(id);
    const version = `${resultCount}`;
    const count = resultCount;
    if (of === 'pages') {
      const texts = search.trim() === '' ? undefined : documentFeed(this.results, id);
      return { table: `${id} pages`, version, feed: async () => pageFeed(this.results, id), texts, count };
    }
    const handler = this.kinds.backgroundOf(kind);
    // The final records of a job with an answer have no page URL. The URL is also omitted while such a job runs, so
    // that the columns stay the same.
    const hasAddress = !handler.result;
    if (!handler.result || !isFinal(state))
      return { table: `${id} documents`, version, feed: async () => documentFeed(this.results, id, hasAddress), count };
    const end = `${state} ${finishedAt}`;
    return {
      table: `${id} answer ${end}`,
      version: end,
      feed: async () => answerFeed(await this.reader.job(id), handler),
      count: 0,
    };
  }

  async #job(id: string): Promise<RowJob> {
    const known = this.#jobs.get(id);
    if (known) return known;
    const { outcome: _, ...read } = await this.reader.job(id);
    const job = { ...read, resultCount: await this.results.count(id) };
    if (isFinal(job.state)) this.#jobs.set(id, job);
    return job;
  }
}

/** Sets the names of page columns. For records, makes the page URL the last column. */
function namedColumns(columns: readonly RowColumn[], of: RowKind): readonly RowColumn[] {
  if (of === 'pages') return columns.map((column) => ({ ...column, name: pageNames[column.id] ?? column.name }));
  const isAddress = ({ id }: RowColumn): boolean => id === pageAddress;
  return [...columns.filter((column) => !isAddress(column)), ...columns.filter(isAddress)];
}
