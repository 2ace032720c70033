import { computed, shallowRef, watch } from 'vue';
import type { GridRow, RowColumn } from '../../core/common/rows';
import { toApiError } from '../api/client';
import { jobsApi } from '../api/jobs-api';

/** A row with whole values, which the grid has shortened; its columns are those that are not empty. */
export function useWholeRow(jobId: string, row: () => GridRow) {
  const found = shallowRef<{ readonly columns: readonly RowColumn[]; readonly row: GridRow }>();
  const error = shallowRef<string>();
  const values = computed(() => found.value?.row.values ?? {});
  const columns = computed(() => found.value?.columns.filter(({ id }) => values.value[id] !== undefined) ?? []);

  async function read({ number }: GridRow): Promise<void> {
    [found.value, error.value] = [undefined, undefined];
    try {
      const slice = await jobsApi.rows(jobId, { of: 'data', whole: 'true', skip: number, limit: 1 });
      const [whole] = slice.rows;
      if (number === row().number && whole) found.value = { columns: slice.columns, row: whole };
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  watch(row, read, { immediate: true });
  return { columns, values, error };
}
