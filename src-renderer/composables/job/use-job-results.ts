import { computed, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue';
import type { JobItem } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { useThrottledReload } from '../base/use-throttled-reload';

/** Minimum interval in ms between reloads while a job runs. */
const freshenMs = 1000;
/** Retry delay in ms while the engine is still loading the rows. */
const readingMs = 300;
const firstErrorStatus = 400;
/** Maximum number of error pages to load. */
const maxRead = 100;

/** Filter that matches pages with an error status. */
export const errorPagesFilter = JSON.stringify([{ column: 'statusCode', min: firstErrorStatus }]);

/** A page with an error status. */
export interface ErrorPage {
  /** Index in completion order. */
  readonly page: number;
  readonly url: string;
  readonly statusCode: number;
  readonly at: string;
}

/** Number of rows in a job, and the job's first pages with an error status. */
export function useJobResults(id: string, job: Readonly<ShallowRef<JobItem | undefined>>, news: Readonly<Ref<number>>) {
  /** Number of rows. Absent for jobs without rows, and until the rows have been counted. */
  const rows = ref<number>();
  const errorPages = shallowRef<readonly ErrorPage[]>([]);
  const statuses = computed(() =>
    [...new Set(errorPages.value.map(({ statusCode }) => statusCode))].toSorted((one, other) => one - other),
  );
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
  async function readErrors(): Promise<void> {
    const asked = { of: 'pages', filter: errorPagesFilter, limit: maxRead } as const;
    const answer = await jobsApi.rows(id, asked).catch(() => undefined);
    errorPages.value = (answer?.rows ?? []).map(({ number, page = number, values }) => ({
      page,
      url: String(values.url),
      statusCode: Number(values.statusCode),
      at: String(values.finishedAt),
    }));
  }
  const read = (): void => {
    if (job.value?.hasRows) void readRows();
    if (job.value?.errorPages) void readErrors();
  };
  useThrottledReload(news, freshenMs, read);
  onScopeDispose(() => {
    clearTimeout(timer);
    abort.abort();
  });
  watch(() => [job.value?.hasRows, job.value?.errorPages], read);
  return { rows, errorPages, statuses };
}
