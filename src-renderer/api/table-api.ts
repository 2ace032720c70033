import type { LiveTable, TablePicks } from '../../core/common/api/live-table';
import type { Recipe } from '../../core/common/recipe';
import { call } from './client';

const segment = encodeURIComponent;

/** Calls about tables of live pages and their recipes. */
export const tableApi = {
  table: (id: string, picks: TablePicks) =>
    call<LiveTable>('POST', `/local/live/${segment(id)}/table`, { body: picks }),
  names: () => call<{ items: readonly { readonly name: string }[] }>('GET', '/local/recipes'),
  save: (recipe: Recipe) => call<Recipe>('PUT', `/local/recipes/${segment(recipe.name)}`, { body: recipe }),
};
