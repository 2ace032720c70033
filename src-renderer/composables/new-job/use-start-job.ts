import { ref, shallowRef } from 'vue';
import { useRouter } from 'vue-router';
import { type ApiError, formError, toApiError } from '../../api/client';
import type { JobRequest } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import type { Issues } from '../../schema/field-issues';
import { useNotices } from '../../stores/notices';
import { tCount } from '../../texts/i18n';

/** Starts a job and opens its view. Does not send requests with validation errors. */
export function useStartJob() {
  const notices = useNotices();
  const router = useRouter();
  const starting = ref(false);
  const error = shallowRef<ApiError>();

  async function start(path: string, request: JobRequest, issues: Issues): Promise<void> {
    if (starting.value) return;
    error.value = formError(issues, request);
    if (error.value) return;
    starting.value = true;
    try {
      const { id, invalidURLs } = await jobsApi.start(path, request);
      if (invalidURLs?.length) notices.say(tCount('newJob.invalidSkipped', invalidURLs.length), 'bad');
      await router.push({ name: 'jobs', params: { id } });
    } catch (thrown) {
      fail(thrown);
    } finally {
      starting.value = false;
    }
  }
  /**
   * Shows an error in the form. Views also use this function for other failed API calls, e.g. if the demo site cannot
   * be opened.
   */
  const fail = (thrown: unknown): void => {
    error.value = toApiError(thrown);
  };
  const clear = (): void => {
    error.value = undefined;
  };
  return { starting, error, start, fail, clear };
}
