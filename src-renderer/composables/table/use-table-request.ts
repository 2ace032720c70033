import { computed, type Ref } from 'vue';
import type { Recipe } from '../../../core/common/recipe';
import type { LiveOptions } from '../../api/live-api';
import type { TableState } from './table-state';

/** Default wait of a run for content loaded by scripts, ms. */
export const defaultWaitMs = 500;
/** Maximum pages of a run; with detail pages there are as many as rows. */
export const defaultLimit = { list: 100, details: 1000 };

/** How the pages of a table are fetched, and their maximum. */
export interface TableOptions {
  /** Options of a scrape. */
  readonly scrape: LiveOptions;
  readonly limit?: number;
}

/** Recipe of a table, and the job that reads the whole list with it. */
export function useTableRequest(state: TableState, options: Readonly<Ref<TableOptions>>) {
  const { table, followed, following, inDetails, name, start, way } = state;
  const recipe = computed((): Recipe | undefined => {
    const own = inDetails.value ? followed.value?.recipe : table.value?.recipe;
    const details = following.value?.details;
    return own && { ...own, name: name.value || own.name, ...(details ? { details } : {}) };
  });
  /** Body of the job; it uses the browser, as the live page did. */
  const request = computed(() => {
    const { scrape, limit = recipe.value?.details ? defaultLimit.details : defaultLimit.list } = options.value;
    return (
      recipe.value && {
        ...(way.value ?? { url: start.value }),
        ...{ recipe: recipe.value, limit, scrapeOptions: { waitFor: defaultWaitMs, ...scrape } },
      }
    );
  });
  return { recipe, request };
}
