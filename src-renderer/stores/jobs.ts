import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { toApiError } from '../api/client';
import type { JobItem } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';
import { useEngine } from './engine';
import { useJobKinds } from './job-kinds';

const pageSize = 50;
/** Minimum interval in ms between reloads. Several jobs may start or finish at the same time. */
const refreshAfterMs = 250;

/** All jobs, newest first, loaded page by page. */
export const useJobs = defineStore('jobs', () => {
  const kinds = useJobKinds();
  const items = ref<readonly JobItem[]>([]);
  const kind = ref('');
  const state = ref('');
  const status = ref<'loading' | 'ready' | 'failed'>('loading');
  const error = ref<string>();
  const more = ref(false);
  const filtered = computed(() => kind.value !== '' || state.value !== '');
  let reading = 0;

  async function read(before?: string): Promise<void> {
    const mine = ++reading;
    try {
      const page = await jobsApi.list({ kind: kind.value, state: state.value, limit: pageSize, before });
      if (mine !== reading) return;
      items.value = before ? [...items.value, ...page.items] : page.items;
      more.value = page.items.length === pageSize;
      status.value = 'ready';
    } catch (thrown) {
      if (mine !== reading) return;
      error.value = toApiError(thrown).message;
      status.value = 'failed';
    }
  }
  const refresh = (): Promise<void> => read();
  const readMore = (): Promise<void> => read(items.value.at(-1)?.id);

  let soon: ReturnType<typeof setTimeout> | undefined;
  useEngine().listen(({ type }) => {
    if (!/\.(started|paused|needsPerson|resumed|completed|failed)$/.test(type)) return;
    // Until the kinds are loaded, any job event may affect the list.
    if (kinds.kinds && !kinds.listedOfEvent(type)) return;
    clearTimeout(soon);
    soon = setTimeout(refresh, refreshAfterMs);
  });

  return { items, kind, state, status, error, more, filtered, refresh, readMore };
});
