import { liveApi } from '../../api/live-api';
import { detailsOf } from '../../display/followed-links';
import type { PickHistory } from './pick-history';
import { nothing } from './table-picks';
import type { TableState } from './table-state';
import type { TableQuery } from './use-table-query';
import type { TableReload } from './use-table-reload';

/** Opens a list's detail pages, and adds columns from these pages to the list. */
export function useDetailPages(
  { live, asked, table, followed, following, inDetails, inPage }: TableState,
  history: PickHistory,
  { ask, supersede }: TableQuery,
  { reload }: TableReload,
) {
  return {
    /** Opens the detail page linked in the first row of a link column. Clicks on that page add columns. */
    async follow(link: string): Promise<void> {
      const [list, page] = [table.value, live.value?.address];
      const recipe = list?.recipe;
      const known = following.value?.link === link ? following.value : undefined;
      const next = recipe && detailsOf(link, list.rows, { recipe, page: page ?? list.address, known });
      if (!next) return;
      [followed.value, inDetails.value, table.value] = [next, true, undefined];
      asked.value = { ...nothing, single: true, fields: next.fields, taken: next.recipe.fields.map((one) => one.name) };
      history.clear();
      const isCurrent = supersede();
      await inPage((id) => liveApi.navigate(id, next.url));
      if (isCurrent()) await reload();
    },
    /** Returns to the list, which then includes the columns of its detail pages. */
    async leaveDetails(): Promise<void> {
      const list = followed.value;
      if (!list) return;
      if (list.fields.length === 0) followed.value = undefined;
      history.clear();
      const isCurrent = supersede();
      await inPage((id) => liveApi.navigate(id, list.page));
      if (!isCurrent()) return;
      inDetails.value = false;
      await ask({ ...nothing, recipe: list.recipe });
    },
  };
}
