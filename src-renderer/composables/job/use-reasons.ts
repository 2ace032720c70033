import { onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import type { ProblemReason } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';

/**
 * Minimum interval in ms between reloads. Reloading is expensive, because the engine counts the reasons of all problems
 * in the job.
 */
const freshenMs = 3000;

/** Reasons why pages of a job were excluded or failed, with their counts. */
export function useReasons(id: string, news: Readonly<Ref<number>>) {
  const reasons = shallowRef<readonly ProblemReason[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    try {
      reasons.value = (await jobsApi.reasons(id)).items;
    } catch {
      // Ignores the error, because the list of problems already shows it.
    }
  }
  watch(news, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void load();
    }, freshenMs);
  });
  onScopeDispose(() => clearTimeout(timer));
  void load();

  return { reasons };
}
