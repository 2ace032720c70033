import { inject, injectable } from 'inversify';
import type { Job } from '../common/job';
import type { Result } from '../common/model';
import type { GridRow, RowColumn, RowQuery } from '../common/rows';
import { ResultStore } from '../jobs/result-store';
import { JobRows } from '../rows/job-rows';

/** Which rows of a job leave it, and which of their columns. */
export interface Choice {
  readonly query: RowQuery;
  /** Numbers of rows; all that match when absent. */
  readonly numbers?: readonly number[];
  /** Ids of columns in order; all when absent. */
  readonly columns?: readonly string[];
}

/** Most bytes of documents read at once. */
const readBytes = 1 << 20;

const textColumn = (id: string): RowColumn => ({ id, name: id, type: 'text', isContent: true });
const facts = ['description', 'language', 'error'];
/** Columns of pages in the order a file has them; the formats of the job follow. */
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

/** The rows of a job on their way into a file. */
@injectable()
export class ChosenRows {
  constructor(
    @inject(JobRows) private readonly rows: JobRows,
    @inject(ResultStore) private readonly results: ResultStore,
  ) {}

  /** The columns that were chosen, or all there are. */
  async columns(job: Job, { query, columns }: Choice): Promise<readonly RowColumn[]> {
    const { columns: inGrid } = await this.rows.slice(job.id, query, { skip: 0, limit: 1 });
    const all = query.of === 'pages' ? withContent(inGrid, job) : inGrid;
    if (!columns) return all;
    return columns.flatMap((id) => all.find((column) => column.id === id) ?? []);
  }

  /** Values by column, row by row; documents are read only where a column needs them. */
  async *values(job: Job, choice: Choice, columns: readonly RowColumn[]): AsyncGenerator<readonly unknown[]> {
    if (!columns.some(({ isContent }) => isContent)) {
      for await (const row of this.#rows(job, choice)) yield columns.map(({ id }) => row.values[id]);
      return;
    }
    for await (const { row, result } of this.pages(job, choice))
      yield columns.map(({ id, isContent }) => (isContent ? contentOf(result, id) : row.values[id]));
  }

  /** Pages with their results; one whose result is damaged is left out. */
  async *pages(job: Job, choice: Choice): AsyncGenerator<{ readonly row: GridRow; readonly result: Result }> {
    for await (const batch of this.rows.batches(job.id, choice.query, choice.numbers)) {
      let at = 0;
      for await (const result of this.#results(
        job.id,
        batch.map(({ page = 0 }) => page),
      )) {
        const row = batch[at++];
        if (row && result) yield { row, result };
      }
    }
  }

  /** Rows as objects of the chosen columns. */
  async *objects(job: Job, choice: Choice): AsyncGenerator<Readonly<Record<string, unknown>>> {
    const columns = await this.columns(job, choice);
    for await (const values of this.values(job, choice, columns))
      yield Object.fromEntries(
        columns.flatMap(({ id }, place) => (values[place] === undefined ? [] : [[id, values[place]]])),
      );
  }

  async *#rows(job: Job, { query, numbers }: Choice): AsyncGenerator<GridRow> {
    for await (const batch of this.rows.batches(job.id, query, numbers)) yield* batch;
  }

  /** Results by their places; those that follow each other are read together. */
  async *#results(jobId: string, places: readonly number[]): AsyncGenerator<Result | undefined> {
    for (let at = 0; at < places.length; ) {
      const skip = places[at] ?? 0;
      let run = 1;
      while (places[at + run] === skip + run) run += 1;
      const page = await this.results.page(jobId, { skip, limit: run, maxBytes: readBytes });
      const read = Math.min(page.next ?? page.total, skip + run) - skip;
      if (read > 0 && page.results.length === read) {
        yield* page.results;
        at += read;
        continue;
      }
      yield await this.results.at(jobId, skip);
      at += 1;
    }
  }
}

/** Columns of pages with those that only a file has. */
function withContent(inGrid: readonly RowColumn[], job: Job): readonly RowColumn[] {
  const known = new Map([...inGrid, ...facts.map(textColumn)].map((column) => [column.id, column]));
  const ordered = pageOrder.flatMap((id) => known.get(id) ?? []);
  const formats = [...new Set(job.spec.formats.map(({ type, as }) => as ?? type))];
  return [...ordered, ...formats.filter((id) => !known.has(id)).map(textColumn)];
}

const contentOf = ({ document }: Result, id: string): unknown =>
  facts.includes(id) ? document.metadata[id] : document[id];
