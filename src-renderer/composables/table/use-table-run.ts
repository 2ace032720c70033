import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import type { RowSlice } from '../../../core/common/rows';
import { jobsApi } from '../../api/jobs-api';
import { useThrottledReload } from '../base/use-throttled-reload';
import { useJob } from '../job/use-job';

type Row = Readonly<Record<string, unknown>>;

/** Minimum interval in ms between reloads while the job runs. */
const freshenMs = 500;
/** Retry delay in ms while the engine is still loading the rows. */
const readingMs = 250;
/** Interval in ms between reloads until the first page is done. */
const loadingMs = 1000;
/** Maximum number of rows to load and show. */
const maxRows = 200;

/** Tracks the rows of a table job. The rows arrive page by page or, for an endless list, while the list loads. */
export function useTableRun(id: string) {
  const { job, error, news, running, counts, load } = useJob(id);
  const slice = shallowRef<RowSlice>();
  /** Rows of an endless list that is still loading. */
  const loading = shallowRef<readonly Row[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = new AbortController();

  function readIn(delayMs: number): void {
    clearTimeout(timer);
    if (!abort.signal.aborted) timer = setTimeout(() => void read(), delayMs);
  }
  async function read(): Promise<void> {
    try {
      const asked = { of: 'data', limit: maxRows, whole: 'true', partial: 'true' } as const;
      slice.value = await jobsApi.rows(id, asked, abort.signal);
      if (!slice.value.isComplete) return readIn(readingMs);
      if (!running.value || slice.value.all > 0) return;
      const { data } = await jobsApi.answer('/v2/table', id);
      loading.value = Array.isArray(data) ? data : [];
      readIn(loadingMs);
    } catch {
      // The rows shown so far stay visible until the engine responds again.
    }
  }
  useThrottledReload(news, freshenMs, read);
  watch(running, (now) => now && readIn(loadingMs));
  void read();
  onScopeDispose(() => {
    clearTimeout(timer);
    abort.abort();
  });

  return {
    ...{ job, error, running, counts, load },
    rows: computed(() =>
      slice.value?.all ? slice.value.rows.map(({ values }) => values) : running.value ? loading.value : [],
    ),
    total: computed(() => slice.value?.all || (running.value ? loading.value.length : 0)),
  };
}
