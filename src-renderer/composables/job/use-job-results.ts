import { onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue';
import type { JobItem } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { useThrottledReload } from '../base/use-throttled-reload';

/** Minimum interval between reloads while a job runs, ms. */
const freshenMs = 1000;
/** Retry delay while the engine is still reading the rows, ms. */
const readingMs = 300;
const firstErrorStatus = 400;
/** Maximum number of pages whose status is read. */
const maxRead = 100;

/** Filter of the pages that returned an error status. */
export const errorPagesFilter = JSON.stringify([{ column: 'statusCode', min: firstErrorStatus }]);

/** Results of a job: the number of its rows, and the error statuses that its pages returned. */
export function useJobResults(id: string, job: Readonly<ShallowRef<JobItem | undefined>>, news: Readonly<Ref<number>>) {
  /** Number of rows; absent for jobs without rows, and until it has been read. */
  const rows = ref<number>();
  const statuses = shallowRef<readonly number[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = new AbortController();

  async function readRows(): Promise<void> {
    const asked = { of: 'data', partial: 'true', limit: 1 } as const;
    const answer = await jobsApi.rows(id, asked, abort.signal).catch(() => undefined);
    if (!answer) return;
    rows.value = answer.all;
    clearTimeout(timer);
    if (!answer.isComplete) timer = setTimeout(() => void readRows(), readingMs);
  }
  async function readStatuses(): Promise<void> {
    const asked = { of: 'pages', filter: errorPagesFilter, limit: maxRead } as const;
    const answer = await jobsApi.rows(id, asked).catch(() => undefined);
    const found = (answer?.rows ?? []).map(({ values }) => Number(values.statusCode)).filter(Number.isFinite);
    statuses.value = [...new Set(found)].toSorted((one, other) => one - other);
  }
  const read = (): void => {
    if (job.value?.hasRows) void readRows();
    if (job.value?.errorPages) void readStatuses();
  };
  useThrottledReload(news, freshenMs, read);
  onScopeDispose(() => {
    clearTimeout(timer);
    abort.abort();
  });
  watch(() => [job.value?.hasRows, job.value?.errorPages], read);
  return { rows, statuses };
}
