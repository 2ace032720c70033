import { ref } from 'vue';
import { toApiError } from '../../api/client';
import { useNotices } from '../../stores/notices';

/** Error of the latest operation. Cleared by a successful operation. */
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

/** Awaits `work`. On failure, shows the error and returns undefined. */
export async function guarded<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    useNotices().say(`${what} ${toApiError(thrown).message}`, 'bad');
    return undefined;
  }
}
