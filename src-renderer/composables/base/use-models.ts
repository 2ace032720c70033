import { computed, ref, shallowRef, watch } from 'vue';
import { freeRunsLeft } from '../../../core/common/profiles';
import { engineApi } from '../../api/engine-api';
import { jobsApi } from '../../api/jobs-api';
import type { ModelInUse } from '../../api/types';
import { useEngine } from '../../stores/engine';

/** Models used to read pages; reloaded on each visit and after a reconnect. */
export function useModels() {
  const items = shallowRef<readonly ModelInUse[]>([]);
  async function load(): Promise<void> {
    // If the call fails, no model is shown. The engine checks the model anyway when a job starts.
    items.value = await engineApi.models().then(
      (answer) => answer.items,
      () => [],
    );
  }
  watch(() => useEngine().epoch, load, { immediate: true });
  /** Returns the model for a profile, or the model for requests without a profile. */
  const of = (profile?: string): ModelInUse | undefined => items.value.find((item) => item.profile === profile);
  return { items: computed(() => items.value), of };
}

const readAtOnce = 10;

/** Number of free agent runs left today; undefined until loaded. */
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
