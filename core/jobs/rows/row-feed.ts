import type { ValueSource } from '../../common/extraction';
import type { Job } from '../../common/job';
import { rowCurrencies } from '../../common/prices/row-currencies';
import { rowsIn } from '../../common/records';
import type { BackgroundJobHandler } from '../../ports/jobs/job-handler';
import type { ResultRow, ResultStore } from '../../ports/jobs/result-store';
import type { PageDocuments, RowSource } from './row-messages';
import type { NewColumns } from './row-table';

/** A batch of rows, and the position of the next batch. */
export interface FedRows<Source extends RowSource = RowSource> {
  readonly source: Source;
  readonly next: number;
  readonly isEnd: boolean;
}

/** Source of a job's rows, in batches. The position of a row never changes. */
export interface RowFeed<Source extends RowSource = RowSource> {
  read(from: number): Promise<FedRows<Source>>;
}

/** Source of the documents of a job's pages. */
export type DocumentFeed = RowFeed<PageDocuments>;

/** Number of rows read per step. Small enough that other callers of the store wait only a few milliseconds. */
const rowsAtOnce = 1000;
const documentsAtOnce = 100;
const documentBytes = 1 << 20;

/** Columns of a page, by ID. */
const pageColumns: Readonly<Record<string, (row: ResultRow) => string | number>> = {
  title: ({ title }) => title,
  url: ({ url }) => url,
  statusCode: ({ statusCode }) => statusCode,
  contentType: ({ mediaType }) => mediaType,
  bytes: ({ bytes }) => bytes,
  credits: ({ credits }) => credits,
  finishedAt: ({ finishedAt }) => finishedAt,
};
/**
 * Columns that are searched. Other columns are excluded, because a search for a number would match them by accident.
 */
const searchedColumns: readonly string[] = ['title', 'url'];

const columnsOf = (rows: readonly ResultRow[]): NewColumns => ({
  pages: rows.map(({ index }) => index),
  columns: Object.entries(pageColumns).map(([id, read]) => ({
    path: [id],
    values: rows.map(read),
    isSearched: searchedColumns.includes(id),
  })),
});

/** Returns a feed of the pages in a job. */
export const pageFeed = (results: ResultStore, jobId: string): RowFeed => ({
  async read(from) {
    const { rows } = await results.rows(jobId, { skip: from, limit: rowsAtOnce });
    const next = (rows.at(-1)?.index ?? from - 1) + 1;
    return { source: columnsOf(rows), next, isEnd: rows.length < rowsAtOnce };
  },
});

/**
 * Returns a feed of the records in a job's pages. The row thread parses the documents. Unless `hasAddress` is false, each
 * record has the URL of its page.
 */
export const documentFeed = (results: ResultStore, jobId: string, hasAddress = true): DocumentFeed => ({
  async read(from) {
    const page = await results.pageJson(jobId, { skip: from, limit: documentsAtOnce, maxBytes: documentBytes });
    const next = page.next ?? Math.max(from, page.total);
    if (page.results.length === next - from) {
      return { source: { documents: page.results, from, hasAddress }, next, isEnd: page.next === undefined };
    }
    // A damaged result was skipped, so results are read one by one to preserve their positions.
    const { results: one } = await results.pageJson(jobId, { skip: from, limit: 1 });
    return { source: { documents: one, from, hasAddress }, next: from + 1, isEnd: from + 1 >= page.total };
  },
});

/** Returns a feed of the records in a job's answer, or in the partial answer of a stopped job. */
export async function answerFeed(job: Job, { result }: BackgroundJobHandler): Promise<RowFeed> {
  const answer = await result?.of(job);
  const data = answer?.data ?? answer?.partial;
  const records = rowsIn(data);
  const currencies = rowCurrencies(data, sourcesOf(job));
  return {
    async read(from) {
      const next = Math.min(records.length, from + rowsAtOnce);
      const rows = records
        .slice(from, next)
        .map((fields, at) => ({ fields, currencies: currencies(from + at, fields) }));
      return { source: { rows }, next, isEnd: next === records.length };
    },
  };
}

/** Returns the sources of the values in a job's answer, if the job stores them. */
const sourcesOf = ({ outcome }: Job): readonly ValueSource[] =>
  (outcome as { readonly sources?: readonly ValueSource[] } | undefined)?.sources ?? [];
