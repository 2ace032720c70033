import { onMounted, ref } from 'vue';
import { jobsApi } from '../../api/jobs-api';

/** Name of the saved job that started this job. Undefined for other jobs, and until the name is known. */
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
