import { ref } from 'vue';
import { toApiError } from '../api/client';

/** What the last piece of work failed with; empty after one that went well. */
export function useLastError() {
  const error = ref<string>();
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      error.value = undefined;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  return { error, attempt };
}
