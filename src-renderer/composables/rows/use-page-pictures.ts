import { onScopeDispose, shallowReactive } from 'vue';
import { writeRanges } from '../../../core/common/values/ranges';
import { jobsApi } from '../../api/jobs-api';
import { filePath } from '../../display/file-address';

/** Pages asked about at once. */
const mostAtOnce = 60;
/** Pages of which the picture is remembered. */
const mostKnown = 2000;
/** Rows that are scrolled past are not asked about. */
const settleMs = 80;

/** The first picture of those pages of a job that are looked at. */
export function usePagePictures(jobId: string) {
  const known = shallowReactive(new Map<number, string>());
  const wanted = new Set<number>();
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    timer = undefined;
    const pages = [...wanted].slice(-mostAtOnce);
    wanted.clear();
    // Without its picture a row is still a row.
    const answer = await jobsApi.pictures(jobId, writeRanges(pages), stop.signal).catch(() => undefined);
    if (!answer) return;
    if (known.size > mostKnown) known.clear();
    const found = new Map(answer.items.map(({ page, files }) => [page, filePath(files[0] ?? '')]));
    for (const page of pages) known.set(page, found.get(page) ?? '');
  }
  /** Path of the picture of a page; empty when it has none, or is not known yet: then it is asked for. */
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
