import { onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import type { ProblemReason } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';

/** Counting walks through every problem of a job, so it is not done at each of its events. */
const freshenMs = 3000;

/** The reasons for which pages of a job were left out or failed, with their counts. */
export function useReasons(id: string, news: Readonly<Ref<number>>) {
  const reasons = shallowRef<readonly ProblemReason[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    try {
      reasons.value = (await jobsApi.reasons(id)).items;
    } catch {
      // The list beside it says what is wrong.
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
