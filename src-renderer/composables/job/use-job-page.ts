import { onScopeDispose, ref, shallowRef } from 'vue';
import { toApiError } from '../../api/client';
import { jobsApi } from '../../api/jobs-api';
import type { ScrapeDocument } from '../../api/types';
import { t } from '../../texts/i18n';

/**
 * Debounce delay in ms for loading a page. Avoids loading a page for each row that the user passes with the arrow keys.
 */
const settleMs = 40;

/** Loads the page of a job that the user opens next to the table. */
export function useJobPage(id: string) {
  const index = ref<number>();
  const document = shallowRef<ScrapeDocument>();
  const error = ref<string>();
  let abort: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(place: number, signal: AbortSignal): Promise<void> {
    try {
      const { data } = await jobsApi.page(id, place, signal);
      if (signal.aborted) return;
      document.value = data;
      error.value = data ? undefined : t('jobs.pageExpired');
    } catch (thrown) {
      if (signal.aborted) return;
      document.value = undefined;
      error.value = toApiError(thrown).message;
    }
  }

  /** Opens a page by its position in completion order. */
  function open(place: number): void {
    abort?.abort();
    clearTimeout(timer);
    const mine = new AbortController();
    abort = mine;
    index.value = place;
    timer = setTimeout(() => void read(place, mine.signal), document.value ? settleMs : 0);
  }
  function close(): void {
    abort?.abort();
    clearTimeout(timer);
    index.value = document.value = error.value = undefined;
  }
  onScopeDispose(close);

  return { index, document, error, open, close };
}
