import { inject, injectable } from 'inversify';
import type { Job } from '../../common/job';
import type { WireDocument } from '../../common/model';
import type { GridRow, RowColumn, RowQuery } from '../../common/rows';
import { parseDocument, ResultStore } from '../../ports/jobs/result-store';
import { JobRows } from '../rows/job-rows';
import { readAhead } from '../rows/read-ahead';
import type { SheetRow } from './xlsx-file';

/** Rows and columns to export. */
export interface RowSelection {
  readonly query: RowQuery;
  /** Row numbers. If absent, all matching rows are exported. */
  readonly numbers?: readonly number[];
  /** Column IDs, in the order in which the columns are exported. If absent, all columns are exported. */
  readonly columns?: readonly string[];
}

/** A page to export. */
export interface SelectedPage {
  readonly row: GridRow;
  readonly document: WireDocument;
}

/** Maximum total size in bytes of documents read at once. */
const readBytes = 1 << 20;

const textColumn = (id: string): RowColumn => ({ id, name: id, type: 'text', isContent: true });
const facts = ['description', 'language', 'error'];
/** Order of the page columns in a file. Columns for the job's formats follow these columns. */
const pageOrder = [
  'url',
  'title',
  'description',
  'language',
  'statusCode',
  'contentType',
  'error',
  'bytes',
  'credits',
  'finishedAt',
];

/** Reads a job's selected rows for export. */
@injectable()
export class SelectedRows {
  constructor(
    @inject(JobRows) private readonly rows: JobRows,
    @inject(ResultStore) private readonly results: ResultStore,
  ) {}

  /** Returns the selected columns. All columns by default. */
  async columns(job: Job, { query, columns }: RowSelection): Promise<readonly RowColumn[]> {
    const { columns: inGrid } = await this.rows.slice(job.id, query, { skip: 0, limit: 1 });
    const all = query.of === 'pages' ? withContent(inGrid, job) : inGrid;
    if (!columns) return all;
    return columns.flatMap((id) => all.find((column) => column.id === id) ?? []);
  }

  /** Yields rows in batches, as lists of values in column order. Reads documents only if a column needs them. */
  async *values(
    job: Job,
    choice: RowSelection,
    columns: readonly RowColumn[],
  ): AsyncGenerator<readonly (readonly unknown[])[]> {
    for await (const rows of this.sheetRows(job, choice, columns)) yield rows.map(({ values }) => values);
  }

  /** Yields rows like `values`, with the currencies of their amounts. */
  async *sheetRows(job: Job, choice: RowSelection, columns: readonly RowColumn[]): AsyncGenerator<readonly SheetRow[]> {
    if (!columns.some(({ isContent }) => isContent)) {
      for await (const rows of readAhead(this.rows.batches(job.id, choice.query, choice.numbers)))
        yield rows.map(({ values, currencies }) => ({ values: columns.map(({ id }) => values[id]), currencies }));
      return;
    }
    for await (const pages of this.pages(job, choice))
      yield pages.map(({ row, document }) => ({
        values: columns.map(({ id, isContent }) => (isContent ? contentOf(document, id) : row.values[id])),
      }));
  }

  /** Yields pages with their documents in batches. Skips pages with damaged results. */
  pages(job: Job, choice: RowSelection): AsyncGenerator<readonly SelectedPage[]> {
    return readAhead(this.#pages(job, choice));
  }

  /** Returns the URLs of the selected pages, keyed by page number. Skips pages that could not be read. */
  async addresses(job: Job, { query, numbers }: RowSelection): Promise<ReadonlyMap<number, string>> {
    const addresses = new Map<number, string>();
    for await (const rows of readAhead(this.rows.batches(job.id, { ...query, of: 'pages' }, numbers)))
      for (const { number, values } of rows)
        if (typeof values.url === 'string' && !values.error) addresses.set(number, values.url);
    return addresses;
  }

  /** Yields rows in batches, as objects with the selected columns. */
  async *objects(job: Job, choice: RowSelection): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
    const columns = await this.columns(job, choice);
    const asObject = (values: readonly unknown[]) =>
      Object.fromEntries(
        columns.flatMap(({ id }, place) => (values[place] === undefined ? [] : [[id, values[place]]])),
      );
    for await (const rows of this.values(job, choice, columns)) yield rows.map(asObject);
  }

  /** Reads pages in batches, so that only a few documents are in memory at a time. */
  async *#pages(job: Job, choice: RowSelection): AsyncGenerator<readonly SelectedPage[]> {
    for await (const batch of this.rows.batches(job.id, choice.query, choice.numbers)) {
      for (let at = 0; at < batch.length; ) {
        const rows = batch.slice(at);
        const documents = await this.#documents(
          job.id,
          rows.map(({ page = 0 }) => page),
        );
        yield documents.flatMap((json, place) => {
          const row = rows[place];
          return row && json !== undefined ? { row, document: parseDocument(json) } : [];
        });
        at += documents.length;
      }
    }
  }

  /**
   * Returns the documents with the given indexes as JSON. Consecutive documents are read together. A damaged document
   * is returned as undefined.
   */
  async #documents(jobId: string, places: readonly number[]): Promise<readonly (Uint8Array | undefined)[]> {
    const [skip = 0] = places;
    let run = 1;
    while (places[run] === skip + run) run += 1;
    const page = await this.results.pageJson(jobId, { skip, limit: run, maxBytes: readBytes });
    const read = Math.min(page.next ?? page.total, skip + run) - skip;
    if (read > 0 && page.results.length === read) return page.results;
    const alone = await this.results.pageJson(jobId, { skip, limit: 1 });
    return [alone.results[0]];
  }
}

/** Adds the columns that exist only in exported files, and puts the page columns in export order. */
function withContent(inGrid: readonly RowColumn[], job: Job): readonly RowColumn[] {
  const known = new Map([...inGrid, ...facts.map(textColumn)].map((column) => [column.id, column]));
  const ordered = pageOrder.flatMap((id) => known.get(id) ?? []);
  const formats = [...new Set(job.spec.formats.map(({ type, as }) => as ?? type))];
  return [...ordered, ...formats.filter((id) => !known.has(id)).map(textColumn)];
}

const contentOf = (document: WireDocument, id: string): unknown =>
  facts.includes(id) ? document.metadata[id] : document[id];
