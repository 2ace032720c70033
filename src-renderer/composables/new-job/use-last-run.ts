import { shallowRef, watch } from 'vue';
import type { JobItem } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';

/** Returns the last completed job of a kind. Undefined until it has been loaded, and if no job has completed. */
export function useLastRun(kind: () => string) {
  const last = shallowRef<JobItem>();
  watch(
    kind,
    async (wanted) => {
      last.value = undefined;
      // If the request fails, the form is shown without the last run.
      const found = await jobsApi.list({ kind: wanted, state: 'completed', limit: 1 }).catch(() => undefined);
      if (wanted === kind()) last.value = found?.items[0];
    },
    { immediate: true },
  );
  return last;
}
