import type { Result } from '../../common/model';

/** Which results a page holds. */
export interface ResultRange {
  readonly skip: number;
  readonly limit?: number;
  /** Most bytes of documents as JSON; the first document comes whatever its size. */
  readonly maxBytes?: number;
}

/** Some results in completion order. */
export interface ResultPage<T> {
  readonly results: readonly T[];
  /** `skip` of the next page; absent when there is nothing more yet. */
  readonly next?: number;
  readonly total: number;
}

/** A result as a table shows it. */
export interface ResultRow {
  /** Place in completion order. */
  readonly index: number;
  readonly taskId: string;
  readonly url: string;
  readonly title: string;
  readonly statusCode: number;
  /** `text/html` and the like, without parameters; empty when it is not known. */
  readonly mediaType: string;
  readonly credits: number;
  /** Bytes of the document as JSON. */
  readonly bytes: number;
  readonly finishedAt: string;
}

/** What a table of results shows. */
export interface ResultFilter {
  /** Exactly that address. */
  readonly url?: string;
  /** An exact status, or a class by its first digit (4 for 400–499). */
  readonly status?: number;
  readonly skip: number;
  readonly limit: number;
}

/** Results of each job, in completion order; written by `Frontier.complete`, read without loading the rest. */
export interface ResultStore {
  count(jobId: string): Promise<number>;
  page(jobId: string, range: ResultRange): Promise<ResultPage<Result>>;
  /** The same page as JSON texts of the documents, for answers that pass them on. */
  pageText(jobId: string, range: ResultRange): Promise<ResultPage<string>>;
  at(jobId: string, index: number): Promise<Result | undefined>;
  byUrl(jobId: string, url: string): Promise<Result | undefined>;
  rows(jobId: string, filter: ResultFilter): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }>;
  /** Removes everything a job kept: its results, URLs and events. */
  removeJob(jobId: string): Promise<void>;
}

/** Token of the store of results. */
export const ResultStore = Symbol('ResultStore');
