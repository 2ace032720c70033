import type { Recipe, RecipeResult } from '../common/recipe';
import { fromPointerStep } from '../models/rules/schema/pointer';

/** How full one field of a table is. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Share of the rows that have a value, 0–1. */
  readonly filled: number;
}

/** The rows of several pages as one table. */
export interface JoinedRows {
  readonly rows: RecipeResult['rows'];
  readonly columns: readonly TableColumn[];
  /** Rows that were left out, as their key was there before. */
  readonly repeated: number;
}

type Row = RecipeResult['rows'][number];

/** Puts the rows of pages together in their order; of rows with the same key fields the first stays. */
export function joinRows({ fields }: Recipe, pages: readonly RecipeResult[]): JoinedRows {
  const keys = fields.filter(({ key }) => key).map(({ name }) => name);
  const all = pages.flatMap((page) => page.rows);
  const seen = new Set<string>();
  const rows = all.filter((row) => {
    const values = keys.map((name) => valueAt(row, name));
    if (!values.some(isFilled)) return true;
    const key = JSON.stringify(values);
    return !seen.has(key) && seen.add(key);
  });
  const columns = fields.map(({ name, type }) => {
    const filled = rows.filter((row) => isFilled(valueAt(row, name))).length;
    return { name, type, filled: rows.length === 0 ? 0 : Math.round((filled / rows.length) * 1000) / 1000 };
  });
  return { rows, columns, repeated: all.length - rows.length };
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** The value of a field in a row, whose name may lead through nested objects. */
const valueAt = (row: Row, name: string): unknown =>
  name.split('/').reduce<unknown>((value, step) => (value as Row | null | undefined)?.[fromPointerStep(step)], row);
