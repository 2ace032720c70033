import { detailFields, type Recipe, type RecipeField, type RecipeResult } from '../../common/recipe';
import { put, valueAt } from '../../page/recipes/row-tree';
import { detailKeyOf } from './detail-pages';

/** A table column, with its fill rate. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /**
   * Share of rows (0–1) that have a value. In columns from detail pages, rows whose detail page was not read are
   * ignored.
   */
  readonly filled: number;
}

/** Rows from several pages, joined into one table. */
export interface JoinedRows {
  readonly rows: RecipeResult['rows'];
  readonly columns: readonly TableColumn[];
  /** Number of rows skipped because an earlier row has the same key. */
  readonly repeated: number;
  /** For each row whose detail page was not read, the key of that page. Undefined for a row without a link. */
  readonly unread: readonly (string | undefined)[];
}

type Row = RecipeResult['rows'][number];

/** Pages that a table has read: list pages in order, and rows from detail pages by key. */
export interface ReadPages {
  readonly list: readonly RecipeResult[];
  readonly details: ReadonlyMap<string, Row>;
}

/**
 * Joins the rows from pages in order, and adds the columns from their detail pages. If several rows have equal key
 * fields, only the first is used.
 */
export function joinRows(recipe: Recipe, { list, details }: ReadPages): JoinedRows {
  const all = list.flatMap((page) => page.rows);
  const own = withoutRepeated(recipe.fields, all);
  const further = detailFields(recipe);
  const keys = further.length === 0 ? [] : own.map((row) => detailKeyOf(recipe, row));
  const rows = own.map((row, at) =>
    further.length === 0 ? row : withDetails(row, further, details.get(keys[at] ?? '')),
  );
  const detailed = rows.filter((_, at) => details.has(keys[at] ?? ''));
  return {
    rows,
    columns: [...columnsOf(recipe.fields, rows), ...columnsOf(further, detailed)],
    repeated: all.length - rows.length,
    unread: keys.filter((key) => key === undefined || !details.has(key)),
  };
}

function withoutRepeated(fields: readonly RecipeField[], rows: readonly Row[]): readonly Row[] {
  const keys = fields.filter(({ key }) => key).map(({ name }) => name);
  const seen = new Set<string>();
  return rows.filter((row) => {
    const values = keys.map((name) => valueAt(row, name));
    if (!values.some(isFilled)) return true;
    const key = JSON.stringify(values);
    return !seen.has(key) && seen.add(key);
  });
}

/** Adds the columns from a row's detail page, with null values if that page was not read. */
function withDetails(row: Row, fields: readonly RecipeField[], details: Row | undefined): Row {
  const tree = structuredClone(row) as Record<string, unknown>;
  for (const { name, list } of fields) {
    const value = details ? valueAt(details, name) : undefined;
    put(tree, name.split('/'), value ?? (list ? [] : null));
  }
  return tree;
}

function columnsOf(fields: readonly RecipeField[], rows: readonly Row[]): readonly TableColumn[] {
  return fields.map(({ name, type }) => {
    const filled = rows.filter((row) => isFilled(valueAt(row, name))).length;
    return { name, type, filled: rows.length === 0 ? 0 : Math.round((filled / rows.length) * 1000) / 1000 };
  });
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
