import { computed, ref, shallowRef } from 'vue';
import type { SavedRun } from '../../../core/common/saved-job';
import { type ApiError, toApiError } from '../../api/client';
import { jobsApi } from '../../api/jobs-api';
import { keyColumn, numberColumns, type RunTable, rowCurves } from '../../display/row-curves';

/** Maximum number of runs in the history. The latest runs are used. */
const maxRuns = 30;
/** Maximum number of rows to load from each run. */
const maxRows = 1000;

/** History of the numbers in each row of a monitored table. The stored runs are loaded only on request. */
export function useRowCurves(runsOf: () => readonly SavedRun[], keyOf: () => string | undefined) {
  const runs = shallowRef<readonly RunTable[]>([]);
  const state = ref<'closed' | 'loading' | 'ready' | 'failed'>('closed');
  const error = shallowRef<ApiError>();
  const chosen = ref<string>();
  /** True if only some rows are loaded, because a run has too many rows. */
  const isCut = ref(false);

  async function tableOf({ id, number, at }: SavedRun): Promise<RunTable> {
    const { columns, rows, total } = await jobsApi.rows(id, { of: 'data', limit: maxRows });
    if (total > rows.length) isCut.value = true;
    return { number, at, columns, rows: rows.map(({ values }) => values) };
  }
  async function load(): Promise<void> {
    state.value = 'loading';
    isCut.value = false;
    const stored = runsOf().filter(({ isKept, state: end }) => isKept && end === 'completed');
    try {
      runs.value = await Promise.all(stored.slice(0, maxRuns).toReversed().map(tableOf));
      state.value = 'ready';
    } catch (thrown) {
      [error.value, state.value] = [toApiError(thrown), 'failed'];
    }
  }
  const toggle = async (): Promise<void> => {
    if (state.value === 'closed') await load();
    else state.value = 'closed';
  };

  const columns = computed(() => numberColumns(runs.value));
  const column = computed({
    get: () => chosen.value ?? columns.value[0] ?? '',
    set: (to: string) => {
      chosen.value = to;
    },
  });
  const key = computed(() => keyColumn(runs.value, keyOf()));
  const curves = computed(() => (key.value && column.value ? rowCurves(runs.value, key.value, column.value) : []));
  return { runs, state, error, isCut, columns, column, key, curves, toggle, load };
}
