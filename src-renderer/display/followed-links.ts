import type { LiveTable } from '../../core/common/api/live-table';
import type { Recipe, RecipeField } from '../../core/common/recipe';
import { t } from '../texts/i18n';
import { valueAt } from './answer-rows';

type Row = LiveTable['rows'][number];

/** A link column of a list, and the columns picked on its detail pages. Used only in the table builder. */
export interface Followed {
  /** Name of the link column. */
  readonly link: string;
  /** URL of the open detail page. */
  readonly url: string;
  /** URL of the list page. */
  readonly page: string;
  /** Recipe of the list. */
  readonly recipe: Recipe;
  /** Columns picked on the detail page. */
  readonly fields: RecipeField[];
  /** Values from the detail page. */
  readonly row: Row;
  /** Part of the recipe that describes the detail columns. Absent until there are detail columns. */
  readonly details?: Recipe['details'];
}

/** Returns the first detail page linked in a column. Undefined if the column contains no web address. */
export function detailsOf(
  link: string,
  rows: readonly Row[],
  { recipe, page, known }: Pick<Followed, 'recipe' | 'page'> & { readonly known: Followed | undefined },
): Followed | undefined {
  const url = rows
    .map((row) => valueAt(row, link))
    .find((value): value is string => typeof value === 'string' && /^https?:/i.test(value));
  if (url === undefined) return undefined;
  return { fields: [], row: {}, ...known, link, url, page, recipe };
}

/** Replaces the detail columns with the columns picked on the detail page. */
export function withFields(followed: Followed, { fields, rows, recipe }: LiveTable): Followed {
  const { details: _, ...rest } = followed;
  const details = { link: followed.link, fields, health: recipe?.health };
  return { ...rest, fields, row: rows[0] ?? {}, ...(fields.length > 0 ? { details } : {}) };
}

/**
 * Updates the followed link column after a reload of the list, because the column may have been renamed. Undefined if
 * the column no longer exists.
 */
export function followedIn(
  followed: Followed | undefined,
  { fields, rows }: Pick<LiveTable, 'fields' | 'rows'>,
): Followed | undefined {
  if (!followed) return undefined;
  const links = fields.filter(({ type }) => type === 'link').map(({ name }) => name);
  if (links.includes(followed.link)) return followed;
  const other = links.find((name) => rows.some((row) => valueAt(row, name) === followed.url));
  return other === undefined ? undefined : withLink(followed, other);
}

/** Returns a message that names the detail columns that were dropped because their link column no longer exists. */
export const unlinkedSentence = ({ link, fields }: Followed): string =>
  t('table.detailColumnsOmitted', { names: fields.map(({ name }) => name).join(', '), link });

/** Updates the followed link column after the user has changed the list's columns, e.g. renamed the link column. */
export function linkToFollow(
  followed: Followed | undefined,
  before: readonly RecipeField[],
  after: readonly RecipeField[],
): Followed | undefined {
  if (!followed) return undefined;
  const isSame = ({ name, type }: RecipeField): boolean => name === followed.link && type === 'link';
  if (after.some(isSame) || before.length !== after.length) return followed;
  const renamed = after[before.findIndex(isSame)];
  return renamed?.type === 'link' ? withLink(followed, renamed.name) : followed;
}

const withLink = ({ details, ...followed }: Followed, link: string): Followed => ({
  ...followed,
  link,
  ...(details ? { details: { ...details, link } } : {}),
});
