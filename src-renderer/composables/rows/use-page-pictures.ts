import { onScopeDispose, shallowReactive } from 'vue';
import { writeRanges } from '../../../core/common/values/ranges';
import { jobsApi } from '../../api/jobs-api';
import { filePath } from '../../display/file-address';

/** Maximum number of pages per request. */
const maxAtOnce = 60;
/** Maximum number of pages in the cache. */
const maxKnown = 2000;
/** Debounce delay in ms. Avoids requests for rows that the user only scrolls past. */
const settleMs = 80;

/** First screenshot of each page of a job. Screenshots are loaded when their pages become visible. */
export function usePagePictures(jobId: string) {
  const known = shallowReactive(new Map<number, string>());
  const wanted = new Set<number>();
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    timer = undefined;
    const pages = [...wanted].slice(-maxAtOnce);
    wanted.clear();
    // If the request fails, the rows are shown without screenshots.
    const answer = await jobsApi.pictures(jobId, writeRanges(pages), stop.signal).catch(() => undefined);
    if (!answer) return;
    if (known.size > maxKnown) known.clear();
    const found = new Map(answer.items.map(({ page, files }) => [page, filePath(files[0] ?? '')]));
    for (const page of pages) known.set(page, found.get(page) ?? '');
  }
  /** Returns the path of a page's screenshot. Empty if there is no screenshot or it has not loaded yet. */
  function of(page: number): string {
    const path = known.get(page);
    if (path !== undefined) return path;
    wanted.add(page);
    timer ??= setTimeout(() => void read(), settleMs);
    return '';
  }
  onScopeDispose(() => {
    clearTimeout(timer);
    stop.abort();
  });
  return { of };
}
