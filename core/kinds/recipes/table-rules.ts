import { engineSentence } from '../../common/engine-sentences';
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

/** Result of a table job, stored as the job's outcome. */
export interface TableOutcome extends Pick<JoinedRows, 'rows' | 'columns'> {
  /** Number of list pages from which rows were read. */
  readonly pages: number;
  /** Number of detail pages that were read. Absent if the recipe visits no detail pages. */
  readonly detailPages?: number;
}

/** Services that a running table uses. */
export interface TableParts {
  readonly results: ResultStore;
  readonly frontier: Frontier;
  readonly robots: RobotsCache;
  readonly remember: Remember;
  /** Receives the rows of a list while it is loading. Receives undefined once the list has been read. */
  readonly preview: (read: RecipeResult | undefined) => void;
}

/** A table in progress. */
export type StartedTable = Pick<TableSpec, 'limit'> & {
  readonly recipe: Recipe;
  /** Remarks for the caller, as sentences. */
  readonly remarks?: readonly string[];
  /** Number of actions that run only on the first page. */
  readonly once?: number;
  /** Rows of the list that was loading when the job was cancelled. */
  readonly preview?: RecipeResult;
};

/** Maximum size in bytes of results held in memory. */
const maxBytes = 8 * 1024 * 1024;
const nothing: Discovery = { discovered: [], refused: [] };

/** Rules of a running table. They follow links to the next page and visit the detail page of each row. */
export class TableRules implements JobRules {
  readonly limit: number;
  readonly #spec: StartedTable;
  readonly #watch = new DetailWatch();
  #remarks: readonly string[];
  #last = '';
  /** True once the first page of the list has been read. */
  #isRead = false;
  /** Rows loaded so far, while the list is still loading. */
  #loaded: RecipeResult | undefined;

  constructor(
    private readonly job: Job<StartedTable>,
    private readonly parts: TableParts,
  ) {
    this.#spec = job.options;
    this.limit = this.#spec.limit;
    this.#remarks = this.#spec.remarks ?? [];
  }

  /** Checks robots.txt for linked pages, but not for the page that the caller named. */
  async admit(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined> {
    if (task.depth === 0) return undefined;
    const refusal = isDetailTask(task) ? this.#watch.refusal() : undefined;
    return refusal ?? robotsRefusal(this.parts.robots, task.url, signal);
  }

  /**
   * A detail page keeps its own key after a redirect, because the links of several rows may redirect to the same page.
   */
  land(task: FrontierTask, finalUrl: string): RedirectOutcome {
    return isDetailTask(task) ? { kind: 'fine', keys: [] } : landed(task, finalUrl);
  }

  /**
   * The actions that lead to the list run only on the first page. Later pages use the session that these actions
   * started, and bypass the cache. A detail page uses its own part of the recipe and loads no further records.
   */
  pageOptions(task: FrontierTask): PageOptions {
    const { once = 0, recipe: whole } = this.#spec;
    const timeoutMs = this.job.spec.timeoutMs + (this.#loader ? loadingMs : 0);
    if (task.depth === 0)
      return { timeoutMs, ...(once > 0 ? { session: 'begin' } : {}), ...(this.#loader ? this.#preview() : {}) };
    const all = this.job.spec.actions.slice(once);
    const recipe = isDetailTask(task) ? detailRecipe(whole) : undefined;
    const actions = recipe ? withoutLoading(whole, all) : all;
    return {
      actions,
      ...(recipe ? { formats: [{ type: 'recipe', recipe }] } : { timeoutMs }),
      ...(once > 0 ? { session: 'share', maxAgeMs: 0, storeInCache: false } : {}),
    };
  }

  /** Shows the rows of a list while it loads, unless personal data must be redacted first. */
  #preview(): Pick<PageOptions, 'onPreview'> {
    if (this.job.spec.redactPII) return {};
    return {
      onPreview: ({ values }) => {
        if (!this.#isRead) this.#load(values.recipe as RecipeResult | undefined);
      },
    };
  }

  #load(read: RecipeResult | undefined): void {
    this.#loaded = read;
    this.parts.preview(read);
  }

  /** Returns the rows of the list that is loading. */
  unfinished(): Pick<StartedTable, 'preview'> | undefined {
    return this.#loaded && { preview: this.#loaded };
  }

  async discover(_: readonly string[], task: FrontierTask, result: Result): Promise<Discovery> {
    const { page, document } = result;
    const { recipe } = this.#spec;
    const read = document.recipe as RecipeResult | undefined;
    if (isDetailTask(task)) {
      this.#remark(this.#watch.look(result));
      const ofDetails = { ...recipe, health: recipe.details?.health };
      for (const sentence of read ? currencySentences(ofDetails, read) : []) this.#remark(sentence);
      return nothing;
    }
    this.#isRead = true;
    this.#load(undefined);
    if (this.#spec.preview) void this.parts.remember({ preview: undefined });
    if (!read) return nothing;
    const rows = JSON.stringify(read.rows);
    const why = stopReason(read, page.finalUrl, rows === this.#last);
    this.#last = rows;
    this.#remark(why);
    this.#remark(this.#unfinished(result, read.rows.length));
    for (const sentence of [...currencySentences(recipe, read), ...rangeSentences(recipe, read)])
      this.#remark(sentence);
    const depth = task.depth + 1;
    const next = why === undefined && read.nextPage !== undefined ? [pageTask(read.nextPage, depth)] : [];
    return { discovered: [...next, ...detailTasks(recipe, read.rows, depth)], refused: [] };
  }

  /**
   * Action that loads more records. Undefined when next-page links are followed instead, or when no browser was found.
   */
  get #loader(): ActionRequest | undefined {
    const last = this.job.spec.actions.at(-1);
    return loading(this.#spec.recipe, this.limit).length > 0 && last?.type === 'loadMore' ? last : undefined;
  }

  /**
   * Returns a warning when a list was cut off by the limit or the page timeout, or was not scrolled because no browser
   * was found.
   */
  #unfinished({ document }: Result, rows: number): string | undefined {
    const action = this.#loader;
    if (!action && loading(this.#spec.recipe, this.limit).length > 0)
      return 'No browser was found, so the list was not scrolled: any rows that load while scrolling are missing.';
    const { javascriptReturns = [] } = (document.actions ?? {}) as Partial<ActionResults>;
    if (!action || !(Number(javascriptReturns.at(-1)?.value) > Number(action.most))) return undefined;
    return `Only the first ${rows} rows of the list were read: \`limit\` (${this.limit}) or the time limit for one page was reached. Raise \`limit\` to read more.`;
  }

  stoppedByLimit(): void {
    this.#remark(`The list has more pages than \`limit\` (${this.limit}) allows; raise it to read more.`);
  }

  async finish(): Promise<Finish> {
    const { recipe } = this.#spec;
    const { unread, repeated, empty, ...outcome } = await readTable(this.job, this.parts.results);
    const { problems, failed } = await this.#problems(new Set(unread), empty);
    const unlinked = unread.filter((key) => key === undefined).length;
    const left =
      repeated === 1
        ? '1 row with the same key as another row was'
        : `${repeated} rows with the same key as another row were`;
    const warning = [
      ...emptyColumns(outcome),
      ...this.#remarks,
      ...problems,
      ...unreadSentence(recipe, outcome.rows.length, { rows: unread.length, unlinked, failed, limit: this.limit }),
      ...(repeated > 0 ? [`${left} skipped.`] : []),
    ].join(' ');
    return { outcome, ...(warning ? { warning } : {}) };
  }

  /** Returns warnings about list pages that could not be read, and the error of each failed detail page, by key. */
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

/** Maximum time in ms for loading the records in a list. */
const loadingMs = 10 * 60_000;

/**
 * Returns the actions that load more records. A list without pagination is scrolled, because it may grow. The initial
 * content counts as one page towards the limit, as does each further load.
 */
export function loading({ more, records, next }: Recipe, limit: number): readonly ActionRequest[] {
  if (!more && (next !== undefined || !records)) return [];
  const load = { type: 'loadMore', ...more, most: limit - 1, maxMs: loadingMs };
  return [{ ...load, ...(records ? { records: records.selector } : {}) }];
}

/** Returns the caller's actions without the final action that loads more records. */
export const withoutLoading = (recipe: Recipe, actions: readonly ActionRequest[]): readonly ActionRequest[] =>
  loading(recipe, 1).length > 0 && actions.at(-1)?.type === 'loadMore' ? actions.slice(0, -1) : actions;

/** Returns the reason why a table stops early at a page. Undefined when the table continues or the list ends. */
function stopReason(read: RecipeResult, url: string, isSame: boolean) {
  const { name, rows, fill, missing, changed, nextPage } = read;
  const gone = missing.filter((field) => changed || fill[field] === 0);
  if (rows.length > 0 && gone.length > 0)
    return `Stopped at ${url}: the template seems to have changed, because ${gone.join(', ')} ${gone.length === 1 ? 'is' : 'are'} missing there.`;
  if (rows.length === 0 && (nextPage !== undefined || missing.length > 0))
    return `Stopped at ${url}: the recipe "${name}" found no rows there.`;
  if (nextPage === undefined) return undefined;
  if (isSame) return `Stopped at ${url}, because it has the same rows as the previous page.`;
  if (new URL(nextPage).host !== new URL(url).host)
    return `Stopped at ${url}: its next page, ${nextPage}, is on another site.`;
  return undefined;
}

/** Returns a warning when nothing was found, or when columns are empty in more than half of the rows. */
function emptyColumns({ rows, columns }: TableOutcome): readonly string[] {
  if (rows.length === 0) return [engineSentence('table.noRows')];
  const sparse = columns.filter(({ filled }) => filled < 0.5);
  if (sparse.length === 0) return [];
  const shares = sparse.map(({ name, filled }) => `${name} (${Math.round(filled * 100)}%)`);
  return [engineSentence('table.sparse', { columns: shares.join(', ') })];
}

/** Returns a sentence about the rows of a cancelled table, and about rows that lack values from their detail pages. */
export function cancelledSentence(
  { options }: Pick<Job<StartedTable>, 'options'>,
  { rows, unread }: ReadTable,
): string {
  const names = detailFields(options.recipe).map(({ name }) => name);
  const lack = unread.length > 0 ? `; ${unread.length} of ${rows.length} lack ${names.join(', ')}` : '';
  return `The table job was cancelled; it contains the rows read until then${lack}.`;
}

interface ReadTable extends TableOutcome, Pick<JoinedRows, 'unread' | 'repeated'> {
  /** URL and status code, as text, of each detail page that yielded no values. Keyed by the key of the page. */
  readonly empty: ReadonlyMap<string, string>;
}

/** Reads the rows that a table has collected so far, or the rows of the list that is still loading. */
export async function readTable(
  { id, options }: Job<StartedTable>,
  results: ResultStore,
  preview?: RecipeResult,
): Promise<ReadTable> {
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
  const joined = joinRows(recipe, { list: list.length === 0 && preview ? [preview] : list, details });
  return { ...joined, empty, pages: list.length, ...(ofDetails === undefined ? {} : { detailPages: details.size }) };
}
