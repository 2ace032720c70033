import type { Job } from '../../common/job';
import type { TableSpec } from '../../common/job-specs';
import type { ActionRequest, ActionResults, Result } from '../../common/model';
import { detailFields, type Recipe, type RecipeResult } from '../../common/recipe';
import type { Refusal } from '../../contract/hooks';
import type { RobotsCache } from '../../net/politeness/robots-cache';
import { currencySentences } from '../../page/recipes/row-currencies';
import { rangeSentences } from '../../page/recipes/row-ranges';
import type { Frontier, FrontierTask } from '../../ports/jobs/frontier';
import type { Discovery, Finish, JobRules, PageOptions, RedirectOutcome, Remember } from '../../ports/jobs/job-rules';
import { allProblems } from '../../ports/jobs/problem-reasons';
import type { ResultStore } from '../../ports/jobs/result-store';
import { landed, pageTask } from '../answers/page-task';
import { robotsRefusal } from '../answers/read-pages';
import { DetailWatch, detailKey, detailRecipe, detailTasks, isDetailTask, unreadSentence } from './detail-pages';
import { type JoinedRows, joinRows } from './join-rows';

/** What a table came to; stored as the outcome of its job. */
export interface TableOutcome extends Pick<JoinedRows, 'rows' | 'columns'> {
  /** Pages of the list that the rows were read from. */
  readonly pages: number;
  /** Detail pages that were read; absent if the recipe has none. */
  readonly detailPages?: number;
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
  /** How many of the actions are done on the first page alone. */
  readonly once?: number;
};

/** Bytes of results that are held at a time. */
const maxBytes = 8 * 1024 * 1024;
const nothing: Discovery = { discovered: [], refused: [] };

/** The rules of one running table: page after page along the link to the next one, and the detail page of each row. */
export class TableRules implements JobRules {
  readonly limit: number;
  readonly #spec: StartedTable;
  readonly #watch = new DetailWatch();
  #remarks: readonly string[];
  #last = '';

  constructor(
    private readonly job: Job<StartedTable>,
    private readonly parts: TableParts,
  ) {
    this.#spec = job.options;
    this.limit = this.#spec.limit;
    this.#remarks = this.#spec.remarks ?? [];
  }

  /** The page a caller named is read whatever robots.txt says; those it leads to are not. */
  async admit(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined> {
    if (task.depth === 0) return undefined;
    const refusal = isDetailTask(task) ? this.#watch.refusal() : undefined;
    return refusal ?? robotsRefusal(this.parts.robots, task.url, signal);
  }

  /** Rows may lead to one page by several addresses: each keeps its own. */
  land(task: FrontierTask, finalUrl: string): RedirectOutcome {
    return isDetailTask(task) ? { kind: 'fine', keys: [] } : landed(task, finalUrl);
  }

  /**
   * The actions that lead to the list are done once, and the pages after the first one share the session they have begun;
   * such pages are neither kept for others nor taken from a cache. A detail page is read by the part of the recipe that is made for it, and
   * loads no further records.
   */
  pageOptions(task: FrontierTask): PageOptions {
    const { once = 0, recipe: whole } = this.#spec;
    const timeoutMs = this.job.spec.timeoutMs + (this.#loader ? loadingMs : 0);
    if (task.depth === 0) return { timeoutMs, ...(once > 0 ? { session: 'begin' } : {}) };
    const all = this.job.spec.actions.slice(once);
    const recipe = isDetailTask(task) ? detailRecipe(whole) : undefined;
    const actions = recipe ? withoutLoading(whole, all) : all;
    return {
      actions,
      ...(recipe ? { formats: [{ type: 'recipe', recipe }] } : { timeoutMs }),
      ...(once > 0 ? { session: 'share', maxAgeMs: 0, storeInCache: false } : {}),
    };
  }

  async discover(_: readonly string[], task: FrontierTask, result: Result): Promise<Discovery> {
    const { page, document } = result;
    if (isDetailTask(task)) {
      this.#remark(this.#watch.look(result));
      return nothing;
    }
    const read = document.recipe as RecipeResult | undefined;
    if (!read) return nothing;
    const rows = JSON.stringify(read.rows);
    const why = stopReason(read, page.finalUrl, rows === this.#last);
    this.#last = rows;
    this.#remark(why);
    const { recipe } = this.#spec;
    this.#remark(this.#unfinished(result, read.rows.length));
    for (const sentence of [...currencySentences(recipe, read), ...rangeSentences(recipe, read)])
      this.#remark(sentence);
    const depth = task.depth + 1;
    const next = why === undefined && read.nextPage !== undefined ? [pageTask(read.nextPage, depth)] : [];
    return { discovered: [...next, ...detailTasks(recipe, read.rows, depth)], refused: [] };
  }

  /** The action that loads the records of the list; undefined where next pages are followed, or no browser was found. */
  get #loader(): ActionRequest | undefined {
    const last = this.job.spec.actions.at(-1);
    return loading(this.#spec.recipe, this.limit).length > 0 && last?.type === 'loadMore' ? last : undefined;
  }

  /** Reports a list on one page that the limit, or the time for one page, has ended, or that no browser could scroll. */
  #unfinished({ document }: Result, rows: number): string | undefined {
    const action = this.#loader;
    if (!action && loading(this.#spec.recipe, this.limit).length > 0)
      return 'No browser was found, so the list was not scrolled: rows that load while scrolling are missing, if there are any.';
    const { javascriptReturns = [] } = (document.actions ?? {}) as Partial<ActionResults>;
    if (!action || !(Number(javascriptReturns.at(-1)?.value) > Number(action.most))) return undefined;
    return `The list continues after ${rows} rows: limit (${this.limit}) or the time for one page was reached. Raise limit to read more.`;
  }

  stoppedByLimit(): void {
    this.#remark(`More pages follow than limit (${this.limit}) allows; raise it to read more.`);
  }

  async finish(): Promise<Finish> {
    const { recipe } = this.#spec;
    const { unread, repeated, empty, ...outcome } = await readTable(this.job, this.parts.results);
    const { problems, failed } = await this.#problems(new Set(unread), empty);
    const unlinked = unread.filter((key) => key === undefined).length;
    const left =
      repeated === 1 ? '1 row with the key of another row was' : `${repeated} rows with the key of another row were`;
    const warning = [
      ...emptyColumns(outcome),
      ...this.#remarks,
      ...problems,
      ...unreadSentence(recipe, outcome.rows.length, { rows: unread.length, unlinked, failed, limit: this.limit }),
      ...(repeated > 0 ? [`${left} skipped.`] : []),
    ].join(' ');
    return { outcome, ...(warning ? { warning } : {}) };
  }

  /** Pages of the list that could not be read, and detail pages among those that are named. */
  async #problems(unread: ReadonlySet<string | undefined>, empty: ReadonlyMap<string, string>) {
    const problems: string[] = [];
    const failed = new Map(empty);
    for await (const { url, hidden, message } of allProblems(this.parts.frontier, this.job.id)) {
      if (unread.has(detailKey(url))) failed.set(detailKey(url), message);
      else if (!hidden) problems.push(`A page could not be read: ${message}`);
    }
    return { problems, failed };
  }

  #remark(sentence: string | undefined): void {
    if (sentence === undefined || this.#remarks.includes(sentence)) return;
    this.#remarks = [...this.#remarks, sentence];
    void this.parts.remember({ remarks: this.#remarks });
  }
}

/** Maximum time that the records of a list are loaded for, ms. */
const loadingMs = 10 * 60_000;

/**
 * The action that brings the records a list loads later. A list without a known way on is scrolled, too, to see whether it
 * grows. The first screen counts as one page, and so does each load.
 */
export function loading({ more, records, next }: Recipe, limit: number): readonly ActionRequest[] {
  if (!more && (next !== undefined || !records)) return [];
  const load = { type: 'loadMore', ...more, most: limit - 1, maxMs: loadingMs };
  return [{ ...load, ...(records ? { records: records.selector } : {}) }];
}

/** The actions a caller named: those of a table end with what loads its records. */
export const withoutLoading = (recipe: Recipe, actions: readonly ActionRequest[]): readonly ActionRequest[] =>
  loading(recipe, 1).length > 0 && actions.at(-1)?.type === 'loadMore' ? actions.slice(0, -1) : actions;

/** What is to be said of a page; the page after it is not read then. Undefined where it is as usual. */
function stopReason(read: RecipeResult, url: string, isSame: boolean) {
  const { name, rows, fill, missing, changed, nextPage } = read;
  const gone = missing.filter((field) => changed || fill[field] === 0);
  if (rows.length > 0 && gone.length > 0)
    return `Stopped at ${url}: the template seems to have changed, as ${gone.join(', ')} is missing there.`;
  if (rows.length === 0 && (nextPage !== undefined || missing.length > 0))
    return `Stopped at ${url}: the recipe "${name}" found no rows there.`;
  if (nextPage === undefined) return undefined;
  if (isSame) return `Stopped at ${url}, because it has the same rows as the previous page.`;
  if (new URL(nextPage).host !== new URL(url).host)
    return `Stopped at ${url}: its next page, ${nextPage}, is on another site.`;
  return undefined;
}

/** Says that nothing was found, or which fields are missing in half of the rows or more. */
function emptyColumns({ rows, columns }: TableOutcome): readonly string[] {
  if (rows.length === 0) return ['No rows were found; check that the recipe is for this page.'];
  const sparse = columns.filter(({ filled }) => filled < 0.5);
  if (sparse.length === 0) return [];
  const shares = sparse.map(({ name, filled }) => `${name} (${Math.round(filled * 100)} %)`);
  return [`Filled in less than half of the rows: ${shares.join(', ')}.`];
}

/** Says what the rows of a table are that was cancelled, and which columns of detail pages they lack. */
export function cancelledSentence(
  { options }: Pick<Job<StartedTable>, 'options'>,
  { rows, unread }: ReadTable,
): string {
  const names = detailFields(options.recipe).map(({ name }) => name);
  const lack = unread.length > 0 ? `; ${unread.length} of ${rows.length} lack ${names.join(', ')}` : '';
  return `The table was cancelled; it has the rows read until then${lack}.`;
}

/** A table as far as it was read. */
interface ReadTable extends TableOutcome, Pick<JoinedRows, 'unread' | 'repeated'> {
  /** Detail pages on which nothing was found, and what they answered, by key. */
  readonly empty: ReadonlyMap<string, string>;
}

/** The rows a table has read so far. */
export async function readTable({ id, options }: Job<StartedTable>, results: ResultStore): Promise<ReadTable> {
  const { recipe } = options;
  const list: RecipeResult[] = [];
  const details = new Map<string, RecipeResult['rows'][number]>();
  const empty = new Map<string, string>();
  const ofDetails = detailRecipe(recipe)?.name;
  for (let skip: number | undefined = 0; skip !== undefined; ) {
    const page: { readonly results: readonly Result[]; readonly next?: number } = await results.page(id, {
      skip,
      maxBytes,
    });
    for (const { url, document, page: answer } of page.results) {
      const read = document.recipe as RecipeResult | undefined;
      const [row] = read?.rows ?? [];
      if (read?.name !== ofDetails) list.push(...(read ? [read] : []));
      else if (row) details.set(detailKey(url), row);
      else empty.set(detailKey(url), `${url} (status ${answer.statusCode}, nothing found)`);
    }
    skip = page.next;
  }
  const joined = joinRows(recipe, { list, details });
  return { ...joined, empty, pages: list.length, ...(ofDetails === undefined ? {} : { detailPages: details.size }) };
}
