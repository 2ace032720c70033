import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import { type ApiError, toApiError } from '../api/client';
import type { JobRequest, MapLink } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';

/** The latest site map. The API returns maps directly without storing them, so this map exists only in this window. */
export const useMapResult = defineStore('map-result', () => {
  const state = ref<'idle' | 'running' | 'done' | 'failed'>('idle');
  const links = shallowRef<readonly MapLink[]>([]);
  const error = shallowRef<ApiError>();
  const startedAt = ref(0);
  const tookMs = ref(0);
  let abort: AbortController | undefined;

  async function run(request: JobRequest): Promise<void> {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    [state.value, error.value, startedAt.value] = ['running', undefined, Date.now()];
    try {
      const answer = await jobsApi.map(request, mine.signal);
      if (abort !== mine) return;
      links.value = answer.links;
      state.value = 'done';
    } catch (thrown) {
      if (abort !== mine) return;
      error.value = toApiError(thrown);
      state.value = error.value.code === 'CANCELLED' ? 'idle' : 'failed';
    }
    tookMs.value = Date.now() - startedAt.value;
  }
  const cancel = (): void => abort?.abort();

  return { state, links, error, startedAt, tookMs, run, cancel };
});
