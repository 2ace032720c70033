import { onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { useRouter } from 'vue-router';
import { toApiError } from '../../api/client';
import type { JobItem, PageText } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import type { ScrapeDocument, ScrapeRequest } from '../../api/types';
import { fromJob } from '../../schema/job-form';
import { useJobKinds } from '../../stores/job-kinds';
import { useScrapeForm } from '../../stores/scrape-form';
import { useScrapeRun } from '../../stores/scrape-run';
import { useScrapeSchema } from '../../stores/scrape-schema';

/** Scrapes a page of a job again in the Playground, with the job's options and the given changes. */
export function usePageAgain() {
  const router = useRouter();
  const kinds = useJobKinds();
  const known = useScrapeSchema();
  const form = useScrapeForm();
  const run = useScrapeRun();

  return async (job: JobItem, { metadata }: ScrapeDocument, changes: ScrapeRequest): Promise<void> => {
    if (!kinds.schemas) await kinds.load();
    const { scrape } = fromJob(job, [], kinds.schemas, known.schema?.scrape);
    const url = String(metadata?.sourceURL ?? metadata?.url ?? '');
    form.patch({ ...scrape, url, options: { ...scrape.options, ...changes } });
    await router.push({ name: 'playground' });
    await run.run(form.request);
  };
}

/** Loads the text of a page from which a job extracted values. */
export function usePageText(id: string, url: Ref<string>) {
  const page = shallowRef<PageText>();
  const error = ref<string>();
  let abort: AbortController | undefined;

  async function load(address: string): Promise<void> {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    page.value = error.value = undefined;
    try {
      const text = await jobsApi.pageText(id, address, mine.signal);
      if (abort === mine) page.value = text;
    } catch (thrown) {
      if (abort === mine) error.value = toApiError(thrown).message;
    }
  }
  watch(url, load, { immediate: true });
  onScopeDispose(() => abort?.abort());

  return { page, error };
}
