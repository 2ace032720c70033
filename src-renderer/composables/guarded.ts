import { toApiError } from '../api/client';
import { useNotices } from '../stores/notices';

/** Does something, and says so when it fails; gives back undefined then. */
export async function guarded<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    useNotices().say(`${what} ${toApiError(thrown).message}`, 'bad');
    return undefined;
  }
}
