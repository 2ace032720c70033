import { type Ref, ref, shallowRef } from 'vue';
import { type ApiError, toApiError } from '../../api/client';
import type { JobRequest } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';

/** Starts the job that reads all rows of a table, and stores its ID in `run`. */
export function useGetRows(run: Ref<string>) {
  const starting = ref(false);
  const error = shallowRef<ApiError>();

  async function start(request: JobRequest): Promise<void> {
    if (starting.value) return;
    starting.value = true;
    error.value = undefined;
    try {
      run.value = (await jobsApi.start('/v2/table', request)).id;
    } catch (thrown) {
      error.value = toApiError(thrown);
    } finally {
      starting.value = false;
    }
  }
  return { starting, error, start };
}
