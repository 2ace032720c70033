import type { LiveTable } from '../../../core/common/api/live-table';
import { liveApi } from '../../api/live-api';
import type { SerialSteps } from './serial-steps';
import { nothing } from './table-picks';
import type { TableState } from './table-state';
import { useListGrowth } from './use-list-growth';
import type { TableQuery } from './use-table-query';
import type { TableReload } from './use-table-reload';

/** Scroll position below the end of any page. */
const pageEnd = 10_000_000;

/** Finds and loads the next records in a list. */
export function useNextRecords(
  { live, asked, table, inPage }: TableState,
  { ask }: TableQuery,
  { reloadIfDue }: TableReload,
  { inTurn }: SerialSteps,
) {
  const growth = useListGrowth();

  /**
   * Repeats the query with the list marked as growing. Does nothing if another way to load more records is already
   * known.
   */
  async function setGrowing(answer: LiveTable): Promise<void> {
    await reloadIfDue();
    const { recipe } = asked.value;
    const isSame = table.value?.recipe?.records?.selector === answer.recipe?.records?.selector;
    if (!isSame || table.value?.next) return;
    if (recipe) return ask({ ...asked.value, recipe: { ...recipe, more: {} } });
    await ask({ ...asked.value, grows: true });
    // If the page has redrawn the list, the clicked elements no longer exist. The records are then found by recipe.
    if (!table.value?.recipe && answer.recipe) await ask({ ...nothing, recipe: { ...answer.recipe, more: {} } });
  }

  return {
    /** True while a list is being scrolled to check whether it grows. */
    trying: growth.trying,
    /**
     * Checks whether a list grows when its page is scrolled. Skipped if another way to load more records is already
     * known.
     */
    async tryGrowth(answer: LiveTable): Promise<void> {
      const id = live.value?.id;
      if (id && (await growth.grows(id, answer))) await inTurn(setGrowing)(answer);
    },
    /** Loads the next records on the live page by clicking a control or by scrolling. */
    async goNext(): Promise<void> {
      const next = table.value?.next;
      if (!next) return;
      const records = table.value?.recipe?.records?.selector;
      const node = next.kind === 'scroll' ? undefined : next.id;
      if (node !== undefined) return inPage((id) => liveApi.input(id, { type: 'click', node }));
      if (records !== undefined) return inPage((id) => liveApi.grow(id, records));
      await inPage((id) => liveApi.input(id, { type: 'scroll', x: 0, y: pageEnd }));
    },
  };
}
