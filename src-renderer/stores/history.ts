import { defineStore } from 'pinia';
import { ref } from 'vue';
import { toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { HistoryItem } from '../api/types';
import { useEngine } from './engine';

const pageSize = 50;
/** Minimum interval in ms between reloads. Many scrapes may finish at the same time. */
const refreshAfterMs = 300;

/** Past scrapes, newest first, loaded page by page. */
export const useHistory = defineStore('history', () => {
  const items = ref<readonly HistoryItem[]>([]);
  const search = ref('');
  const state = ref<'loading' | 'ready' | 'failed'>('loading');
  const error = ref<string>();
  const more = ref(false);
  let reading = 0;

  async function read(before?: string): Promise<void> {
    const mine = ++reading;
    try {
      const page = await engineApi.history({ limit: pageSize, before, search: search.value.trim() || undefined });
      if (mine !== reading) return;
      items.value = before ? [...items.value, ...page.items] : page.items;
      more.value = page.items.length === pageSize;
      state.value = 'ready';
    } catch (thrown) {
      if (mine !== reading) return;
      error.value = toApiError(thrown).message;
      state.value = 'failed';
    }
  }

  const refresh = (): Promise<void> => read();
  const readMore = (): Promise<void> => read(items.value.at(-1)?.id);
  async function remove(id: string): Promise<void> {
    await engineApi.forget(id);
    items.value = items.value.filter((item) => item.id !== id);
  }

  // Timer for the next reload. Scrapes that finish at about the same time cause only one reload.
  let soon: ReturnType<typeof setTimeout> | undefined;
  useEngine().listen((event) => {
    if (event.type !== 'scrape.completed' && event.type !== 'scrape.failed') return;
    clearTimeout(soon);
    soon = setTimeout(refresh, refreshAfterMs);
  });

  return { items, search, state, error, more, refresh, readMore, remove };
});
