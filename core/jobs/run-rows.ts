import { createHash } from 'node:crypto';
import { inject, injectable } from 'inversify';
import { hasNoResults, type Job } from '../common/job';
import type { Result } from '../common/model';
import { textColumn } from '../common/monitor-changes';
import type { RecipeResult } from '../common/recipe';
import { rowsIn } from '../common/records';
import type { Row } from '../common/saved-job';
import { isObject } from '../common/values/json';
import { comparable } from '../contract/text-diff';
import { Frontier } from '../ports/jobs/frontier';
import { JobKinds } from '../ports/jobs/job-kinds';
import { allProblems } from '../ports/jobs/problem-reasons';
import { ResultStore } from '../ports/jobs/result-store';
import { errorPageCounter } from './error-page-counter';
import { loginExpiredSentence } from './profiles/requires-login';

/** Maximum size in bytes of results held in memory. */
const maxBytes = 8 * 1024 * 1024;

/** Column that identifies pages. */
export const pageKey = 'url';

/** Rows from a run, for comparison with other runs. */
export interface RunRows {
  readonly rows: readonly Row[];
  /** Key column. Set only if the rows are pages. */
  readonly key?: typeof pageKey;
  /** URLs of failed pages, whose current rows are unknown. */
  readonly failed: ReadonlySet<string>;
  /**
   * Reason why the rows cannot be compared, as a sentence. For example, a template has changed or a page requires a
   * login.
   */
  readonly unfit?: string;
}

/**
 * Converts a page to a row. The row holds only a digest of the text. The text itself is read when differences are
 * shown.
 */
function pageRow({ url, page, document }: Result): Row {
  const { markdown, json, html, rawHtml } = document;
  const text = [markdown, html, rawHtml].find((value) => typeof value === 'string') as string | undefined;
  const digest = text && createHash('sha256').update(comparable(text)).digest('base64url').slice(0, 16);
  const fields = isObject(json) ? json : {};
  return {
    [pageKey]: url,
    title: page.title,
    status: page.statusCode,
    ...fields,
    ...(digest ? { [textColumn]: digest } : {}),
  };
}

/** Reads the results of any kind of job as rows. */
@injectable()
export class RunRowReader {
  readonly #errorPages: (jobId: string) => Promise<number>;

  constructor(
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(Frontier) private readonly frontier: Frontier,
  ) {
    this.#errorPages = errorPageCounter(results);
  }

  /** Returns the number of rows or pages in a finished job. */
  async count(job: Job): Promise<number> {
    const { result } = this.kinds.backgroundOf(job.kind);
    if (result) return rowsIn((await result.of(job)).data).length;
    const { done, lost = 0 } = await this.frontier.counts(job.id);
    return done - lost;
  }

  /** True when a completed job has no rows and none of its pages succeeded. False for single scrapes and maps. */
  async isEmpty(job: Job): Promise<boolean> {
    if (job.state !== 'completed' || !this.kinds.background().some(({ kind }) => kind === job.kind)) return false;
    const { done, failed, refused, lost = 0 } = await this.frontier.counts(job.id);
    const errorPages = await this.#errorPages(job.id);
    const isEmpty = hasNoResults({ done: done - lost, failed, refused, errorPages });
    const { result } = this.kinds.backgroundOf(job.kind);
    return isEmpty && (!result || (await this.count(job)) === 0);
  }

  async read(job: Job): Promise<RunRows> {
    const failed = new Set<string>();
    for await (const { url, hidden } of allProblems(this.frontier, job.id, 'failed')) if (!hidden) failed.add(url);
    const { templateWarning } = job.options as { readonly templateWarning?: string };
    const unfit = templateWarning ?? loginExpiredSentence(job);
    const { result } = this.kinds.backgroundOf(job.kind);
    if (!result) {
      const rows: Row[] = [];
      for await (const page of this.#pages(job.id)) rows.push(pageRow(page));
      return { rows, key: pageKey, failed, unfit };
    }
    const { data } = await result.of(job);
    return { rows: rowsIn(data), failed, unfit: unfit ?? (await this.#changedTemplate(job.id)) };
  }

  /** Returns a warning when a recipe no longer matches one of the pages. */
  async #changedTemplate(id: string): Promise<string | undefined> {
    for await (const { url, document } of this.#pages(id)) {
      const read = document.recipe as RecipeResult | undefined;
      if (read?.changed) return `The template of ${url} seems to have changed since its recipe was made.`;
    }
    return undefined;
  }

  async *#pages(id: string): AsyncGenerator<Result> {
    for (let skip: number | undefined = 0; skip !== undefined; ) {
      const page: { readonly results: readonly Result[]; readonly next?: number } = await this.results.page(id, {
        skip,
        maxBytes,
      });
      yield* page.results;
      skip = page.next;
    }
  }
}
