import { onMounted, ref } from 'vue';
import { jobsApi } from '../../api/jobs-api';

/**
 * Name of the saved job that started this job. Undefined if this job was not started by a saved job, or while the name
 * is loading.
 */
export function useSavedName(jobId: string) {
  const name = ref<string>();
  onMounted(async () => {
    name.value = await jobsApi.savedName(jobId).then(
      (answer) => answer.name,
      () => undefined,
    );
  });
  return name;
}
