import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { Result } from '../../common/model';
import type { RecipeResult } from '../../common/recipe';
import type { Refusal } from '../../contract/hooks';
import type { Remember } from '../../ports/jobs/job-rules';

/** Stored state of a job that was stopped early. */
interface StoppedJob {
  /** Reason why the remaining pages are skipped. Absent if no page has been skipped. */
  readonly templateWarning?: string;
}

/** The remaining pages are skipped after this number of consecutive pages with a changed template. */
const minInRow = 5;

/**
 * Stops a job whose pages no longer match a recipe. If the last five pages all had a changed template, the remaining
 * pages are refused. If the format's `whenChanged` is `continue`, nothing is refused.
 */
export class TemplateStop {
  readonly #continues: boolean;
  #inRow = 0;
  #reason: string | undefined;
  #warning: string | undefined;

  constructor(
    { spec, options }: Job,
    private readonly remember: Remember,
  ) {
    this.#continues = spec.formats.some(({ type, whenChanged }) => type === 'recipe' && whenChanged === 'continue');
    this.#warning = (options as StoppedJob).templateWarning;
    this.#reason = this.#warning;
  }

  /** Warning for the caller. Undefined if no page has been skipped. */
  get warning(): string | undefined {
    return this.#warning;
  }

  /** Applies another process's decision to skip the remaining pages. */
  learn(options: Job['options']): void {
    this.#warning ??= (options as StoppedJob).templateWarning;
    this.#reason ??= this.#warning;
  }

  /** Checks and counts a page. Returns the `lesson` that the job's other processes must pass to `count`. */
  look({ document }: Result): string | undefined {
    const read = document.recipe as RecipeResult | undefined;
    // Ignores error pages and pages to which the recipe does not apply.
    if (this.#continues || !read || (read.rows.length === 0 && read.missing.length === 0)) return undefined;
    const lesson = read.changed ? reasonOf(read) : '';
    this.count(lesson);
    return lesson;
  }

  /**
   * Counts a page that this process or another process of the job has checked. `lesson` describes the change in the
   * page's template, or is '' if the page matches the recipe.
   */
  count(lesson: string): void {
    this.#inRow = lesson === '' ? 0 : this.#inRow + 1;
    if (this.#inRow >= minInRow) this.#reason ??= lesson;
  }

  /** Returns the reason to refuse a page. Undefined while the recipe still matches. */
  refusal(url: string): Refusal | undefined {
    if (this.#reason === undefined) return undefined;
    if (this.#warning === undefined) {
      this.#warning = this.#reason;
      void this.remember({ templateWarning: this.#reason } satisfies StoppedJob);
    }
    const sentence = `${url} was skipped: the template of the previous pages seems to have changed.`;
    return { error: new AppError('CRAWL_DENIED', sentence), reason: 'template' };
  }
}

const reasonOf = ({ name, missing }: RecipeResult): string =>
  `Stopped early: the last ${minInRow} pages lack ${missing.join(', ') || 'most of their rows'}, so their template seems to have changed since the recipe "${name}" was made; the remaining pages are listed in the problems. Let Gleaner learn the recipe again, or read the remaining pages anyway with whenChanged: continue.`;
