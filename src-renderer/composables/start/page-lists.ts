import { shallowRef } from 'vue';
import type { PageList } from '../../../core/common/api/live-table';
import { liveApi } from '../../api/live-api';

/** Delays in ms before the lists of a changed page are read again. Changes after the last delay are ignored. */
const delaysMs = [300, 1500, 4000];

/** Tracks the lists of a live page, and reads the lists again when the page changes. */
export function pageLists() {
  /** Lists on the page. Undefined until the lists have been read. */
  const lists = shallowRef<readonly PageList[]>();
  let page: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reads = 0;
  let version = -1;

  /** Reads the lists of a page. Rejects if the page does not exist. */
  async function read(id: string): Promise<void> {
    page = id;
    const answer = await liveApi.lists(id);
    if (page !== id || answer.version === version) return;
    version = answer.version;
    // Keeps unchanged lists, so that they do not flicker when a banner appears on the page.
    if (JSON.stringify(answer.lists) !== JSON.stringify(lists.value)) lists.value = answer.lists;
  }
  /** Schedules another read of the lists if the page's version has changed. */
  function see(now: number): void {
    const delayMs = delaysMs[reads];
    const id = page;
    if (now === version || delayMs === undefined || timer !== undefined || id === undefined) return;
    reads++;
    timer = setTimeout(() => {
      timer = undefined;
      // If the page has been closed, the lists found so far stay visible.
      void read(id).catch(() => undefined);
    }, delayMs);
  }
  function clear(): void {
    clearTimeout(timer);
    [page, timer, reads, version, lists.value] = [undefined, undefined, 0, -1, undefined];
  }
  return { lists, read, see, clear };
}
