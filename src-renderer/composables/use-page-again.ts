import { useRouter } from 'vue-router';
import type { JobItem } from '../api/job-types';
import type { ScrapeDocument, ScrapeRequest } from '../api/types';
import { fromJob } from '../schema/job-form';
import { useJobKinds } from '../stores/job-kinds';
import { useScrapeForm } from '../stores/scrape-form';
import { useScrapeRun } from '../stores/scrape-run';
import { useScrapeSchema } from '../stores/scrape-schema';

/** Scrapes one page of a job again in the Playground, with the options of the job and some changes. */
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
