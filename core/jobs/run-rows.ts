import { createHash } from 'node:crypto';
import { inject, injectable } from 'inversify';
import type { Job } from '../common/job';
import type { Result } from '../common/model';
import type { RecipeResult } from '../common/recipe';
import { isFields, recordsOf } from '../common/records';
import type { Row } from '../common/saved-job';
import { comparable } from '../contract/text-diff';
import { Frontier } from '../ports/jobs/frontier';
import { JobKinds } from '../ports/jobs/job-kinds';
import { allProblems } from '../ports/jobs/problem-reasons';
import { ResultStore } from '../ports/jobs/result-store';
import { askedAgainSentence } from './profiles/asks-for-login';

/** Bytes of results that are held at a time. */
const maxBytes = 8 * 1024 * 1024;

/** Column by which pages are told apart. */
export const pageKey = 'url';
/** Column that stands for the text of a page. */
export const textColumn = 'text';

/** What a run brought, as rows to be compared. */
export interface RunRows {
  readonly rows: readonly Row[];
  /** Key of rows that are pages. */
  readonly key?: typeof pageKey;
  /** Addresses of pages that failed: nothing is known of them. */
  readonly failed: ReadonlySet<string>;
  /** Why the rows say nothing about the site, in a sentence: its template has changed, or it asked for a log-in. */
  readonly unfit?: string;
}

/** The rows in the answer of a job, the same ones as its grid shows; none in an empty answer. */
export function rowsIn(data: unknown): readonly Row[] {
  const isEmpty = data === undefined || data === null || (isFields(data) && Object.keys(data).length === 0);
  return isEmpty ? [] : recordsOf(data);
}

/** A page as a row. Its text is a digest: what it says is read when somebody asks for the difference. */
function pageRow({ url, page, document }: Result): Row {
  const { markdown, json, html, rawHtml } = document;
  const text = [markdown, html, rawHtml].find((value) => typeof value === 'string') as string | undefined;
  const digest = text && createHash('sha256').update(comparable(text)).digest('base64url').slice(0, 16);
  const fields = isFields(json) ? json : {};
  return {
    [pageKey]: url,
    title: page.title,
    status: page.statusCode,
    ...fields,
    ...(digest ? { [textColumn]: digest } : {}),
  };
}

/** Reads what jobs brought as rows, whatever their kind. */
@injectable()
export class RunRowReader {
  constructor(
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(Frontier) private readonly frontier: Frontier,
  ) {}

  /** How many rows or pages an ended job brought. */
  async count(job: Job): Promise<number> {
    const { result } = this.kinds.backgroundOf(job.kind);
    if (result) return rowsIn((await result.of(job)).data).length;
    const { done, lost = 0 } = await this.frontier.counts(job.id);
    return done - lost;
  }

  /** What a job brought. */
  async read(job: Job): Promise<RunRows> {
    const failed = new Set<string>();
    for await (const { url, hidden } of allProblems(this.frontier, job.id, 'failed')) if (!hidden) failed.add(url);
    const { templateWarning } = job.options as { readonly templateWarning?: string };
    const unfit = templateWarning ?? askedAgainSentence(job);
    const { result } = this.kinds.backgroundOf(job.kind);
    if (!result) {
      const rows: Row[] = [];
      for await (const page of this.#pages(job.id)) rows.push(pageRow(page));
      return { rows, key: pageKey, failed, unfit };
    }
    const { data } = await result.of(job);
    return { rows: rowsIn(data), failed, unfit: unfit ?? (await this.#changedTemplate(job.id)) };
  }

  /** Says that a recipe no longer fits a page whose rows it read. */
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
