import type { LiveTable } from '../../core/common/api/live-table';
import type { Recipe, RecipeField } from '../../core/common/recipe';
import { t } from '../texts/i18n';
import { valueAt } from './answer-rows';

type Row = LiveTable['rows'][number];

/** A link column whose pages are read for more columns, as it is built. */
export interface Followed {
  /** Name of the link column. */
  readonly link: string;
  /** Detail page that is looked at. */
  readonly url: string;
  /** Address of the list page it was opened from. */
  readonly page: string;
  /** The recipe of the list. */
  readonly recipe: Recipe;
  /** Columns that were picked on the detail page. */
  readonly fields: RecipeField[];
  /** What the detail page gives. */
  readonly row: Row;
  /** The part of the recipe they make; absent while there are none. */
  readonly details?: Recipe['details'];
}

/** The detail page that the first row with such a link leads to; undefined where none has one. */
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

/** The same with the columns as the detail page gives them. */
export function withFields(followed: Followed, { fields, rows, recipe }: LiveTable): Followed {
  const { details: _, ...rest } = followed;
  const details = { link: followed.link, fields, health: recipe?.health };
  return { ...rest, fields, row: rows[0] ?? {}, ...(fields.length > 0 ? { details } : {}) };
}

/**
 * The same for a list that was read again: its link column may have another name now. Undefined while it is none of the
 * columns.
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

/** Says which columns are left out, as the link column they are read through is none of the columns of the list. */
export const unlinkedSentence = ({ link, fields }: Followed): string =>
  t('table.detailColumnsOmitted', { names: fields.map(({ name }) => name).join(', '), link });

/** The same after the columns of the list were changed by hand. */
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
