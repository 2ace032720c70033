import type { LiveTable, TablePicks } from '../../../core/common/api/live-table';
import type { Recipe, RecipeField } from '../../../core/common/recipe';
import { withColumns as withRecipeColumns } from '../../../core/common/recipes/recipe-columns';

/** Empty picks, used before the user's first click. */
export const nothing: TablePicks = { picks: [], without: [], level: 0, single: false };

/** Finds the records by recipe, because the picked elements do not exist on the page. */
export const byRecipe = (recipe: Recipe): TablePicks => ({
  ...nothing,
  single: recipe.records === undefined,
  recipe,
});

/**
 * Applies a change to the records. Stores the previous picks in `before`, so that the user's column edits can be
 * carried over.
 */
export function withRecords(asked: TablePicks, change: Partial<TablePicks>): TablePicks {
  const { picks, without, level } = asked;
  return { ...asked, ...change, before: { picks, without, level } };
}

/** Converts the records found by a recipe to picks, which the user can change. */
function asPicks(asked: TablePicks, table: LiveTable | undefined): TablePicks {
  const { recipe: continues } = asked;
  if (!continues || !table) return asked;
  const { picks, level, fields } = table;
  return { ...nothing, picks, level, fields, continues };
}

/** Uses larger or smaller elements as records. `by` is the number of levels, and is negative for smaller elements. */
export function resized(asked: TablePicks, table: LiveTable | undefined, by: number): TablePicks {
  const now = asPicks(asked, table);
  return withRecords(now, { level: now.level + by });
}

/** Removes the record that contains the given element. */
export function excluded(asked: TablePicks, table: LiveTable | undefined, id: number): TablePicks {
  const now = asPicks(asked, table);
  return withRecords(now, { without: [...now.without, id] });
}

/** Uses a clicked element as a column or as another record. In a table without rows, the click starts a new table. */
export function clicked(asked: TablePicks, id: number, { hasRows }: { readonly hasRows: boolean }): TablePicks {
  const { picks, single, recipe } = asked;
  if (recipe && single) return { ...nothing, single, fields: recipe.fields, continues: recipe, clicked: id };
  const isNew = recipe ? !hasRows : picks.length === 0 && !single;
  return isNew ? { ...nothing, picks: [id] } : { ...asked, clicked: id };
}

/** Replaces the columns. A recipe keeps its other parts, such as the currencies of unchanged columns. */
export function withColumns(asked: TablePicks, fields: RecipeField[]): TablePicks {
  const { recipe } = asked;
  return recipe ? byRecipe(withRecipeColumns(recipe, fields)) : { ...asked, fields };
}

/** Returns the picks for the next query, updated from the engine's response. */
export function continued(picks: TablePicks, answer: LiveTable): TablePicks {
  const { before: _, clicked: __, repairs: ___, ...rest } = picks;
  // The response's recipe already includes `next`.
  if (picks.recipe) return { ...rest, next: undefined, recipe: answer.recipe };
  return { ...rest, picks: answer.picks, fields: answer.fields.length > 0 ? answer.fields : undefined };
}

/** True if a query can restore the table from these picks. */
export const hasPicks = ({ picks, single, recipe }: TablePicks): boolean =>
  picks.length > 0 || single || recipe !== undefined;

/** True if the URLs differ at most in their fragments. */
export const samePage = (one: string, other: string): boolean => one.replace(/#.*$/, '') === other.replace(/#.*$/, '');
