import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import { type ApiError, toApiError } from '../../api/client';
import type { JobRequest, MapLink } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { creditsPerPage } from '../../schema/job-form';
import { useJobForm } from '../../stores/job-form';
import { useScrapeSchema } from '../../stores/scrape-schema';

const standardLimit = 10_000;
const maxListed = 100_000;
/** Options with the same meaning in a map and in a crawl. */
const sharedNames = [
  ...['includePaths', 'excludePaths', 'regexOnFullURL', 'sitemap', 'ignoreRobotsTxt', 'robotsUserAgent'],
  ...['allowExternalLinks', 'deduplicateSimilarURLs'],
];

function mapOf(crawl: JobRequest): JobRequest {
  const shared = Object.fromEntries(sharedNames.flatMap((name) => (name in crawl ? [[name, crawl[name]]] : [])));
  return {
    ...shared,
    url: crawl.url,
    filterByPath: crawl.crawlEntireDomain !== true,
    includeSubdomains: crawl.allowSubdomains === true,
    ignoreQueryParameters: crawl.ignoreQueryParameters === true,
    limit: maxListed,
  };
}

/** Estimates the pages and credits of a job by mapping the site. */
export function useEstimate() {
  const form = useJobForm();
  const known = useScrapeSchema();
  const state = ref<'idle' | 'running' | 'done' | 'failed'>('idle');
  const links = shallowRef<readonly MapLink[]>([]);
  const error = shallowRef<ApiError>();
  let abort: AbortController | undefined;

  const limit = computed(() => Number(form.request.limit ?? standardLimit));
  const pages = computed(() =>
    form.shape.hasList ? form.form.urls.length : Math.min(links.value.length, limit.value),
  );
  const credits = computed(() => pages.value * creditsPerPage(form.request, known.schema?.formats));

  async function run(): Promise<void> {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    state.value = 'running';
    error.value = undefined;
    try {
      const answer = await jobsApi.map(mapOf(form.request), mine.signal);
      if (abort !== mine) return;
      links.value = answer.links;
      state.value = 'done';
    } catch (thrown) {
      if (abort !== mine) return;
      error.value = toApiError(thrown);
      state.value = error.value.code === 'CANCELLED' ? 'idle' : 'failed';
    }
  }
  const cancel = (): void => abort?.abort();
  onScopeDispose(cancel);

  return { state, links, error, limit, pages, credits, run, cancel };
}
