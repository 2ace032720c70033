import { ref } from 'vue';
import { toApiError } from '../../api/client';
import { useNotices } from '../../stores/notices';

/** Error of the last piece of work; empty after a success. */
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

/** Runs work and shows its error; returns undefined then. */
export async function guarded<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    useNotices().say(`${what} ${toApiError(thrown).message}`, 'bad');
    return undefined;
  }
}
