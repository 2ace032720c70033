import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import { toApiError } from '../api/client';
import { savedApi } from '../api/saved-api';
import { useEngine } from './engine';

/**
 * Creates a short list of named entries. The list is loaded from the engine on first use, after a reconnect, and on
 * each event of type `news`.
 */
export function savedList<T>(read: () => Promise<{ readonly items: readonly T[] }>, news?: string) {
  const items = shallowRef<readonly T[]>([]);
  const state = ref<'loading' | 'ready' | 'failed'>('loading');
  const error = ref<string>();

  async function refresh(): Promise<void> {
    try {
      items.value = (await read()).items;
      state.value = 'ready';
    } catch (thrown) {
      error.value = toApiError(thrown).message;
      state.value = 'failed';
    }
  }
  watch(() => useEngine().epoch, refresh);
  useEngine().listen(({ type }) => {
    if (type === news && state.value !== 'loading') void refresh();
  });
  return { items, state, error, refresh };
}

/** Saved jobs whose runs are compared with each other. */
export const useMonitors = defineStore('monitors', () => savedList(savedApi.monitors, 'saved.changed'));

/** Saved recipes. */
export const useRecipes = defineStore('recipes', () => savedList(savedApi.recipes));

/** Jobs saved under a name. */
export const useSavedJobs = defineStore('saved-jobs', () => savedList(savedApi.jobs, 'saved.changed'));
