import { AppError } from '../../common/errors';
import type { Result } from '../../common/model';
import { detailFields, type Recipe, type RecipeResult } from '../../common/recipe';
import type { Refusal } from '../../contract/hooks';
import { valueAt } from '../../page/recipes/row-tree';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import { pageTask } from '../answers/page-task';

type Row = RecipeResult['rows'][number];

/** Detail pages in a row that must have changed before the rest is left out. */
const fewest = 5;

/** The part of a recipe that reads the pages of the list. */
export const listRecipe = ({ details: _, ...recipe }: Recipe): Recipe => recipe;

/** The part of a recipe that reads detail pages; no saved recipe has its name. Undefined where none are followed. */
export function detailRecipe({ name, details }: Recipe): Recipe | undefined {
  if (!details) return undefined;
  const { fields, health } = details;
  return { version: 1, name: `${name}: details`, pages: ['*'], fields, ...(health ? { health } : {}) };
}

/** True for a task that reads the detail page of a row. */
export const isDetailTask = ({ data }: Pick<FrontierTask, 'data'>): boolean => data?.detail === true;

/** What a detail page is known by; undefined for a row that leads to none. */
export function detailKeyOf({ details }: Recipe, row: Row): string | undefined {
  const link = details && valueAt(row, details.link);
  return typeof link === 'string' && /^https?:/i.test(link) ? detailKey(link) : undefined;
}

/** Detail pages have keys of their own, so that a page may be read as a list and as a detail page. */
export const detailKey = (url: string): string => `detail ${pageTask(url, 0).key}`;

/** The tasks that read the detail pages of rows. */
export function detailTasks(recipe: Recipe, rows: readonly Row[], depth: number): readonly NewTask[] {
  return rows.flatMap((row) => {
    const key = detailKeyOf(recipe, row);
    return key === undefined
      ? []
      : [{ url: String(valueAt(row, recipe.details?.link ?? '')), key, depth, data: { detail: true } }];
  });
}

/** Notices that detail pages have changed: the pages that are left are refused then. */
export class DetailWatch {
  #inRow = 0;
  #reason: string | undefined;

  /** Takes a page into account; gives back a sentence when it is the one that ends the visits. */
  look({ document }: Result): string | undefined {
    const read = document.recipe as RecipeResult | undefined;
    if (!read || (read.rows.length === 0 && read.missing.length === 0)) return undefined;
    this.#inRow = read.changed ? this.#inRow + 1 : 0;
    if (this.#inRow < fewest || this.#reason !== undefined) return undefined;
    this.#reason = `Stopped visiting detail pages: the last ${fewest} lack ${read.missing.join(', ')}, so their template seems to have changed.`;
    return this.#reason;
  }

  /** Why a page is left out; undefined while the detail pages are as usual. */
  refusal(): Refusal | undefined {
    if (this.#reason === undefined) return undefined;
    return { error: new AppError('CRAWL_DENIED', this.#reason), reason: 'template' };
  }
}

/** Why rows lack the columns of their detail pages. */
export interface UnreadDetails {
  /** Rows without a detail page that was read. */
  readonly rows: number;
  /** How many of them have no link. */
  readonly unlinked: number;
  /** Pages that could not be read, and what was said of them, by key. */
  readonly failed: ReadonlyMap<string, string>;
  /** Most pages of the job. */
  readonly limit: number;
}

/** Says which columns rows lack whose detail pages were not read, and why. */
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
