import { type Ref, shallowRef, watch } from 'vue';
import { toApiError } from '../../api/client';
import type { JobAnswer } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';

/** Answer of a job. Reloaded when the job changes. `path` is the API route for the job's kind. */
export function useJobAnswer(path: string, id: string, news: Ref<number>) {
  const answer = shallowRef<JobAnswer>();
  const error = shallowRef<string>();

  async function load(): Promise<void> {
    try {
      answer.value = await jobsApi.answer(path, id);
      error.value = undefined;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  watch(news, load, { immediate: true });

  return { answer, error };
}
