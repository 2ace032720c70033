import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import { type ApiError, toApiError } from '../../api/client';
import type { MapLink } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { followedOf, mapOf, mapOfPage, withLinks } from '../../schema/crawl-estimate';
import { useJobForm } from '../../stores/job-form';

const standardLimit = 10_000;
/** Estimates a job's number of pages by mapping the site and following links one level deep. */
export function useEstimate() {
  const form = useJobForm();
  const state = ref<'idle' | 'running' | 'done' | 'failed'>('idle');
  const links = shallowRef<readonly MapLink[]>([]);
  /** Number of linked pages whose links were followed. */
  const followed = ref(0);
  const error = shallowRef<ApiError>();
  let abort: AbortController | undefined;

  const limit = computed(() => Number(form.request.limit ?? standardLimit));
  const pages = computed(() =>
    form.shape.hasList ? form.form.urls.length : Math.min(links.value.length, limit.value),
  );

  async function run(): Promise<void> {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    state.value = 'running';
    error.value = undefined;
    try {
      const crawl = form.request;
      const { links: listed } = await jobsApi.map(mapOf(crawl), mine.signal);
      const pagesToRead = followedOf(crawl, listed, limit.value);
      // If a page cannot be read, its links are not added.
      const read = await Promise.all(
        pagesToRead.map((url) => jobsApi.map(mapOfPage(crawl, url), mine.signal).catch(() => undefined)),
      );
      if (abort !== mine) return;
      mine.signal.throwIfAborted();
      followed.value = read.filter((one) => one !== undefined).length;
      links.value = withLinks(
        crawl,
        listed,
        read.flatMap((one) => one?.links ?? []),
      );
      state.value = 'done';
    } catch (thrown) {
      if (abort !== mine) return;
      error.value = toApiError(thrown);
      state.value = error.value.code === 'CANCELLED' ? 'idle' : 'failed';
    }
  }
  const cancel = (): void => abort?.abort();
  onScopeDispose(cancel);

  return { state, links, followed, error, limit, pages, run, cancel };
}
