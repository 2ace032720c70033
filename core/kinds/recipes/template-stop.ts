import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { Result } from '../../common/model';
import type { RecipeResult } from '../../common/recipe';
import type { Refusal } from '../../contract/hooks';
import type { Remember } from '../../ports/jobs/job-rules';

/** What a job remembers of an early stop. */
interface StoppedJob {
  /** Why the pages that were left are not read; absent while none was left out. */
  readonly templateWarning?: string;
}

/** Pages in a row that must have changed before the rest is left out. */
const fewest = 5;

/**
 * Ends a job early whose pages a recipe no longer fits: when the last five pages that it is made for have changed, the pages
 * that are left are refused, unless the format asks to continue.
 */
export class TemplateStop {
  readonly #goesOn: boolean;
  #inRow = 0;
  #reason: string | undefined;
  #warning: string | undefined;

  constructor(
    { spec, options }: Job,
    private readonly remember: Remember,
  ) {
    this.#goesOn = spec.formats.some(({ type, whenChanged }) => type === 'recipe' && whenChanged === 'continue');
    this.#warning = (options as StoppedJob).templateWarning;
    this.#reason = this.#warning;
  }

  /** What the caller should know; undefined while no page was left out. */
  get warning(): string | undefined {
    return this.#warning;
  }

  /** Another process may have stopped the job. */
  learn(options: Job['options']): void {
    this.#warning ??= (options as StoppedJob).templateWarning;
    this.#reason ??= this.#warning;
  }

  /** Takes a page into account; gives back what other processes should know of it. */
  look({ document }: Result): string | undefined {
    const read = document.recipe as RecipeResult | undefined;
    // Pages that the recipe is not made for, and error pages, say nothing about it.
    if (this.#goesOn || !read || (read.rows.length === 0 && read.missing.length === 0)) return undefined;
    const lesson = read.changed ? reasonOf(read) : '';
    this.count(lesson);
    return lesson;
  }

  /** Counts a page that was read here or by another process, by what `look` gave back. */
  count(lesson: string): void {
    this.#inRow = lesson === '' ? 0 : this.#inRow + 1;
    if (this.#inRow >= fewest) this.#reason ??= lesson;
  }

  /** Why a page is left out; undefined while the recipe fits. */
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
  `Stopped early: the last ${fewest} pages lack ${missing.join(', ') || 'most of their rows'}, so their template seems to have changed since the recipe "${name}" was made; the remaining pages are listed in the problems. Learn the recipe again, or read them anyway with whenChanged: continue.`;
