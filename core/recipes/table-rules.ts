import type { Job } from '../common/job';
import type { TableSpec } from '../common/job-specs';
import type { Result } from '../common/model';
import type { Recipe, RecipeResult } from '../common/recipe';
import { robotsRefusal } from '../extract/read-pages';
import { landed, pageTask } from '../extract/site-pages';
import type { Refusal } from '../hooks';
import type { Discovery, Finish, JobRules, RedirectOutcome, Remember } from '../jobs/job-rules';
import { allProblems } from '../jobs/problem-reasons';
import type { ResultStore } from '../jobs/result-store';
import type { RobotsCache } from '../politeness/robots-cache';
import type { Frontier, FrontierTask } from '../tasks/frontier';
import { type JoinedRows, joinRows } from './join-rows';

/** What a table came to; stored as the outcome of its job. */
export interface TableOutcome extends Pick<JoinedRows, 'rows' | 'columns'> {
  /** Pages the rows were read from. */
  readonly pages: number;
}

/** What a running table works with. */
export interface TableParts {
  readonly results: ResultStore;
  readonly frontier: Frontier;
  readonly robots: RobotsCache;
  readonly remember: Remember;
}

/** A table that may have found out why it stops before the last page. */
export type StartedTable = Pick<TableSpec, 'limit'> & {
  readonly recipe: Recipe;
  /** Sentences. */
  readonly remarks?: readonly string[];
};

/** Bytes of results that are held at a time. */
const maxBytes = 8 * 1024 * 1024;
const nothing: Discovery = { discovered: [], refused: [] };

/** The rules of one running table: page after page along the link to the next one, until the last or a changed template. */
export class TableRules implements JobRules {
  readonly limit: number;
  readonly #spec: StartedTable;
  #remarks: readonly string[];
  #last = '';

  constructor(
    private readonly job: Job,
    private readonly parts: TableParts,
  ) {
    this.#spec = job.options as unknown as StartedTable;
    this.limit = this.#spec.limit;
    this.#remarks = this.#spec.remarks ?? [];
  }

  /** The page a caller named is read whatever robots.txt says; those it leads to are not. */
  async admit({ depth, url }: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined> {
    return depth === 0 ? undefined : robotsRefusal(this.parts.robots, url, signal);
  }

  land(task: FrontierTask, finalUrl: string): RedirectOutcome {
    return landed(task, finalUrl);
  }

  async discover(_: readonly string[], { depth }: FrontierTask, { page, document }: Result): Promise<Discovery> {
    const read = document.recipe as RecipeResult | undefined;
    if (!read?.nextPage) return nothing;
    const rows = JSON.stringify(read.rows);
    const why = stopReason(read, page.finalUrl, rows === this.#last);
    this.#last = rows;
    if (why === undefined) return { discovered: [pageTask(read.nextPage, depth + 1)], refused: [] };
    this.#remark(why);
    return nothing;
  }

  stoppedByLimit(): void {
    this.#remark(`More pages follow than limit (${this.limit}) lets through; raise it to read more.`);
  }

  async finish(): Promise<Finish> {
    const { rows, columns, repeated, pages } = await readTable(this.job, this.parts.results);
    const problems: string[] = [];
    for await (const { hidden, message } of allProblems(this.parts.frontier, this.job.id))
      if (!hidden) problems.push(`A page could not be read: ${message}`);
    const outcome: TableOutcome = { rows, columns, pages };
    const left = repeated === 1 ? '1 row with the key of another was' : `${repeated} rows with the key of another were`;
    const warning = [
      ...this.#remarks,
      ...problems,
      ...emptyColumns(outcome),
      ...(repeated > 0 ? [`${left} left out.`] : []),
    ].join(' ');
    return { outcome, ...(warning ? { warning } : {}) };
  }

  #remark(sentence: string): void {
    if (this.#remarks.includes(sentence)) return;
    this.#remarks = [...this.#remarks, sentence];
    this.parts.remember({ remarks: this.#remarks });
  }
}

/** Why the page after one is not read; undefined where it is. */
function stopReason(read: RecipeResult, url: string, isSame: boolean) {
  const { name, rows, fill, missing, changed, nextPage = '' } = read;
  if (rows.length === 0) return `Stopped at ${url}: the recipe "${name}" found no rows there.`;
  const gone = missing.filter((field) => changed || fill[field] === 0);
  if (gone.length > 0)
    return `Stopped at ${url}: the template seems to have changed, as ${gone.join(', ')} is missing there.`;
  if (isSame) return `Stopped at ${url}, as it has the same rows as the page before it.`;
  if (new URL(nextPage).host !== new URL(url).host)
    return `Stopped at ${url}: its next page, ${nextPage}, is on another site.`;
  return undefined;
}

/** Says that nothing was found, or which fields are missing in half of the rows or more. */
function emptyColumns({ rows, columns }: TableOutcome): readonly string[] {
  if (rows.length === 0) return ['No rows were found: see that the recipe is made for this page.'];
  const sparse = columns.filter(({ filled }) => filled < 0.5);
  if (sparse.length === 0) return [];
  const shares = sparse.map(({ name, filled }) => `${name} (${Math.round(filled * 100)} %)`);
  return [`Filled in less than half of the rows: ${shares.join(', ')}.`];
}

/** The rows a table has read so far. */
export async function readTable(
  { id, options }: Job,
  results: ResultStore,
): Promise<JoinedRows & { readonly pages: number }> {
  const read: RecipeResult[] = [];
  for (let skip: number | undefined = 0; skip !== undefined; ) {
    const page: { readonly results: readonly Result[]; readonly next?: number } = await results.page(id, {
      skip,
      maxBytes,
    });
    for (const { document } of page.results) if (document.recipe) read.push(document.recipe as RecipeResult);
    skip = page.next;
  }
  return { ...joinRows((options as unknown as StartedTable).recipe, read), pages: read.length };
}
