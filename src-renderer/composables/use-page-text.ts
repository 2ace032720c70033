import { onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { toApiError } from '../api/client';
import type { PageText } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';

/** The text of one page a job has read values from; the same page is not asked for twice in a row. */
export function usePageText(id: string, url: Ref<string>) {
  const page = shallowRef<PageText>();
  const error = ref<string>();
  let abort: AbortController | undefined;

  async function load(address: string): Promise<void> {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    page.value = error.value = undefined;
    try {
      const text = await jobsApi.pageText(id, address, mine.signal);
      if (abort === mine) page.value = text;
    } catch (thrown) {
      if (abort === mine) error.value = toApiError(thrown).message;
    }
  }
  watch(url, load, { immediate: true });
  onScopeDispose(() => abort?.abort());

  return { page, error };
}
