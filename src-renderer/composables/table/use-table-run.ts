import { computed, onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import type { GridRow } from '../../../core/common/rows';
import { jobsApi } from '../../api/jobs-api';
import { columnValues } from '../../display/answer-rows';
import { useJob } from '../job/use-job';
import { useLocalPlace } from '../job/use-job-place';
import { useJobRows } from '../rows/use-job-rows';

type Row = Readonly<Record<string, unknown>>;

/** Interval in ms between reloads until the first page is done. */
const loadingMs = 1000;

/** Rows of an endless list that is still loading. They arrive before the page is done. */
function useLoadingRows(id: string, isLoading: Readonly<Ref<boolean>>) {
  const rows = shallowRef<readonly Row[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function readLater(): void {
    clearTimeout(timer);
    if (isLoading.value && !isClosed) timer = setTimeout(() => void read(), loadingMs);
  }
  async function read(): Promise<void> {
    // The rows shown so far stay visible until the engine responds again.
    const answer = await jobsApi.answer('/v2/table', id).catch(() => undefined);
    if (Array.isArray(answer?.data)) rows.value = answer.data;
    readLater();
  }
  watch(isLoading, readLater, { immediate: true });
  onScopeDispose(() => {
    isClosed = true;
    clearTimeout(timer);
  });
  return rows;
}

/**
 * Tracks the rows of a table job. The rows arrive page by page or, for an endless list, while the list loads. `first`
 * returns the rows to show until the job's first rows arrive.
 */
export function useTableRun(id: string, first: () => readonly Row[]) {
  const { job, error, news, running, counts, load } = useJob(id);
  const rows = useJobRows(id, 'data', { news, running }, useLocalPlace());
  const hasRows = computed(() => rows.all.value > 0);
  const loading = useLoadingRows(
    id,
    computed(() => running.value && !hasRows.value),
  );
  /** True until the job has ended, including while its state is still unknown. */
  const isBusy = computed(() => running.value || (!job.value && !error.value));
  const early = computed(() => (!isBusy.value ? [] : loading.value.length > 0 ? loading.value : first()));

  return {
    ...{ job, error, counts, load, isBusy, hasRows },
    ...{ columns: rows.columns, sort: rows.sort, look: rows.look },
    /** Returns the row at a position, if it is loaded. Rows that are shown before the job's first rows cannot be sorted. */
    row: (at: number): GridRow | undefined => {
      if (hasRows.value) return rows.row(at);
      const record = early.value[at];
      return record && { number: at, values: columnValues(record) };
    },
    /** Number of rows to show. */
    shown: computed(() => rows.all.value || early.value.length),
    /** Number of rows that the job has read. */
    total: computed(() => rows.all.value || (running.value ? loading.value.length : 0)),
  };
}
