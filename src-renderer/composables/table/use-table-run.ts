import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import type { RowSlice } from '../../../core/common/rows';
import { jobsApi } from '../../api/jobs-api';
import { useThrottledReload } from '../base/use-throttled-reload';
import { useJob } from '../job/use-job';

/** Minimum interval between reloads while the job runs, ms. */
const freshenMs = 500;
/** Retry delay while the engine is still reading the rows, ms. */
const readingMs = 250;
/** Number of rows shown. */
const maxRows = 200;

/** Rows of a table job, which arrive while it reads page after page. */
export function useTableRun(id: string) {
  const { job, error, news, running, counts, load } = useJob(id);
  const slice = shallowRef<RowSlice>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = new AbortController();

  async function read(): Promise<void> {
    try {
      const asked = { of: 'data', limit: maxRows, whole: 'true', partial: 'true' } as const;
      slice.value = await jobsApi.rows(id, asked, abort.signal);
    } catch {
      // The rows shown so far stay until the engine responds again.
    }
  }
  watch(slice, (now) => {
    clearTimeout(timer);
    if (now && !now.isComplete) timer = setTimeout(() => void read(), readingMs);
  });
  useThrottledReload(news, freshenMs, read);
  void read();
  onScopeDispose(() => {
    clearTimeout(timer);
    abort.abort();
  });

  return {
    ...{ job, error, running, counts, load },
    rows: computed(() => slice.value?.rows.map(({ values }) => values) ?? []),
    total: computed(() => slice.value?.all ?? 0),
  };
}
