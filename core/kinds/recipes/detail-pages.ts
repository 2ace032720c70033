import { AppError } from '../../common/errors';
import type { Result } from '../../common/model';
import { detailFields, type Recipe, type RecipeResult } from '../../common/recipe';
import type { Refusal } from '../../contract/hooks';
import { valueAt } from '../../page/recipes/row-tree';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import { pageTask } from '../answers/page-task';

type Row = RecipeResult['rows'][number];

/** The remaining detail pages are skipped after this number of consecutive pages with a changed template. */
const minInRow = 5;

/** Returns the part of a recipe that applies to list pages. */
export const listRecipe = ({ details: _, ...recipe }: Recipe): Recipe => recipe;

/**
 * Returns the part of a recipe that applies to detail pages, if any. The name of this part cannot clash with the name
 * of a saved recipe.
 */
export function detailRecipe({ name, details }: Recipe): Recipe | undefined {
  if (!details) return undefined;
  const { fields, health } = details;
  return { version: 1, name: `${name}: details`, pages: ['*'], fields, ...(health ? { health } : {}) };
}

/** True for a task that reads a detail page. */
export const isDetailTask = ({ data }: Pick<FrontierTask, 'data'>): boolean => data?.detail === true;

/** Returns the key for a row's detail page. Undefined if the row has no detail page. */
export function detailKeyOf({ details }: Recipe, row: Row): string | undefined {
  const link = details && valueAt(row, details.link);
  return typeof link === 'string' && /^https?:/i.test(link) ? detailKey(link) : undefined;
}

/** Returns the key for a detail page. The key differs from the keys for list pages, because one page can be both. */
export const detailKey = (url: string): string => `detail ${pageTask(url, 0).key}`;

/** Returns the tasks for the rows' detail pages. */
export function detailTasks(recipe: Recipe, rows: readonly Row[], depth: number): readonly NewTask[] {
  return rows.flatMap((row) => {
    const key = detailKeyOf(recipe, row);
    return key === undefined
      ? []
      : [{ url: String(valueAt(row, recipe.details?.link ?? '')), key, depth, data: { detail: true } }];
  });
}

/** Detects detail pages whose template has changed. Refuses the remaining pages when too many have changed. */
export class DetailWatch {
  #inRow = 0;
  #reason: string | undefined;

  /** Checks a page. Returns a warning when no more detail pages will be visited. */
  look({ document }: Result): string | undefined {
    const read = document.recipe as RecipeResult | undefined;
    if (!read || (read.rows.length === 0 && read.missing.length === 0)) return undefined;
    this.#inRow = read.changed ? this.#inRow + 1 : 0;
    if (this.#inRow < minInRow || this.#reason !== undefined) return undefined;
    this.#reason = `Stopped visiting detail pages: the last ${minInRow} lack ${read.missing.join(', ')}, so their template seems to have changed.`;
    return this.#reason;
  }

  /** Returns the reason to refuse a detail page. Undefined while detail pages still match the recipe. */
  refusal(): Refusal | undefined {
    if (this.#reason === undefined) return undefined;
    return { error: new AppError('CRAWL_DENIED', this.#reason), reason: 'template' };
  }
}

/** Number of rows without values from their detail pages, and the reasons. */
export interface UnreadDetails {
  /** Number of rows whose detail page was not read. */
  readonly rows: number;
  /** Number of rows without a link to a detail page. */
  readonly unlinked: number;
  /** Reasons why pages could not be read, by key. */
  readonly failed: ReadonlyMap<string, string>;
  readonly limit: number;
}

/** Returns a warning about rows whose detail pages were not read. Lists the missing columns and the reasons. */
export function unreadSentence(recipe: Recipe, all: number, unread: UnreadDetails): readonly string[] {
  const { rows, unlinked, failed, limit } = unread;
  if (rows === 0) return [];
  const [example] = failed.values();
  const left = rows - unlinked - failed.size;
  const why = [
    ...(unlinked > 0 ? [`${unlinked} without a ${recipe.details?.link} to follow`] : []),
    ...(failed.size > 0 ? [`${failed.size} whose page could not be read, e.g. ${example}`] : []),
    ...(left > 0 ? [`${left} whose page was not visited (limit: ${limit} pages)`] : []),
  ];
  const names = detailFields(recipe).map(({ name }) => name);
  return [`${rows} of ${all} rows lack ${names.join(', ')}, which are on their detail pages: ${why.join('; ')}.`];
}
