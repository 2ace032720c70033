import { ref, watch } from 'vue';
import { freeRunsLeft } from '../../core/common/profiles';
import { jobsApi } from '../api/jobs-api';
import { useEngine } from '../stores/engine';

const readAtOnce = 10;

/** How many agent runs of today cost nothing yet; undefined until it is known. */
export function useFreeRuns() {
  const left = ref<number>();
  async function load(): Promise<void> {
    left.value = await jobsApi.list({ kind: 'agent', limit: readAtOnce }).then(
      ({ items }) => freeRunsLeft(items.map(({ createdAt }) => createdAt)),
      () => undefined,
    );
  }
  watch(() => useEngine().epoch, load, { immediate: true });
  return left;
}
