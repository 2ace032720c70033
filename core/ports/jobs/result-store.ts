import type { Result, WireDocument } from '../../common/model';

/** Range of results to read as one page. */
export interface ResultRange {
  readonly skip: number;
  readonly limit?: number;
  /** Maximum total size of the documents as JSON, in bytes. The first document is always included. */
  readonly maxBytes?: number;
}

/** A page of results in completion order. */
export interface ResultPage<T> {
  readonly results: readonly T[];
  /** Value of `skip` for the next page. Absent when no more results are available yet. */
  readonly next?: number;
  readonly total: number;
}

/** A row in a results table. */
export interface ResultRow {
  readonly index: number;
  readonly taskId: string;
  readonly url: string;
  readonly title: string;
  readonly statusCode: number;
  /** Media type without parameters, e.g. `text/html`. Empty when unknown. */
  readonly mediaType: string;
  readonly credits: number;
  /** Size of the document as JSON, in bytes. */
  readonly bytes: number;
  readonly finishedAt: string;
}

/** Filter for a results table. */
export interface ResultFilter {
  /** Exact URL. */
  readonly url?: string;
  /** An exact status code, or the first digit of a range of codes, e.g. 4 for 400–499. */
  readonly status?: number;
  readonly skip: number;
  readonly limit: number;
}

/** Results of each job in completion order. They are written by `Frontier.complete`. */
export interface ResultStore {
  count(jobId: string): Promise<number>;
  page(jobId: string, range: ResultRange): Promise<ResultPage<Result>>;
  /** Returns the documents in a range as UTF-8 encoded JSON, so that responses can include them without parsing. */
  pageJson(jobId: string, range: ResultRange): Promise<ResultPage<Uint8Array>>;
  at(jobId: string, index: number): Promise<Result | undefined>;
  byUrl(jobId: string, url: string): Promise<Result | undefined>;
  rows(jobId: string, filter: ResultFilter): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }>;
  /**
   * Counts the results from index `from` onwards that have a 4xx or 5xx status. `end` is the index after the last
   * result that was checked.
   */
  countErrors(jobId: string, from: number): Promise<{ readonly errors: number; readonly end: number }>;
  /** Deletes all data of a job: results, URLs and events. */
  removeJob(jobId: string): Promise<void>;
}

const utf8 = new TextDecoder();

/** Parses a document from `pageJson`. */
export const parseDocument = (json: Uint8Array): WireDocument => JSON.parse(utf8.decode(json)) as WireDocument;

/** Injection token for the result store. */
export const ResultStore = Symbol('ResultStore');
