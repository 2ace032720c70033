import { computed, type Ref } from 'vue';
import type { Recipe } from '../../../core/common/recipe';
import type { LiveOptions } from '../../api/live-api';
import type { TableState } from './table-state';

/** Default time in ms that a run waits for content from scripts. */
export const defaultWaitMs = 500;
/** Default maximum number of pages in a run. If the list has detail pages, a run needs about one page per row. */
export const defaultLimit = { list: 100, details: 1000 };

/** Options for fetching the pages of a table, including the page limit. */
export interface TableOptions {
  /** Scrape options for each page. */
  readonly scrape: LiveOptions;
  readonly limit?: number;
}

/** Returns a table's recipe, and the request for a job that uses the recipe to read the entire list. */
export function useTableRequest(state: TableState, options: Readonly<Ref<TableOptions>>) {
  const { table, followed, following, inDetails, name, start, way } = state;
  const recipe = computed((): Recipe | undefined => {
    const own = inDetails.value ? followed.value?.recipe : table.value?.recipe;
    const details = following.value?.details;
    return own && { ...own, name: name.value || own.name, ...(details ? { details } : {}) };
  });
  /** Request body for the job. Like the live page, the job uses the browser. */
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
