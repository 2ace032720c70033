import { useRouter } from 'vue-router';
import type { JobItem, JobRequest } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { asList } from '../../schema/extract-request';
import { fromJob, toJobRequest } from '../../schema/job-form';
import { useJobKinds } from '../../stores/job-kinds';
import { useScrapeSchema } from '../../stores/scrape-schema';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useOpenRequest } from '../new-job/use-open-request';

const readAtOnce = 1000;
/** Factor for raising the limit of a job that stopped at its limit. The user can change the new limit. */
const limitFactor = 10;

/** Returns all URLs of a batch, both scraped and failed. */
async function urlsOf(id: string): Promise<readonly string[]> {
  const urls: string[] = [];
  for (let skip = 0; ; skip += readAtOnce) {
    const { rows, total } = await jobsApi.pages(id, { skip, limit: readAtOnce });
    urls.push(...rows.map((row) => row.url));
    if (skip + readAtOnce >= total) break;
  }
  for (let skip = 0; ; skip += readAtOnce) {
    const { problems, total } = await jobsApi.problems(id, { skip, limit: readAtOnce });
    urls.push(...problems.map((problem) => problem.url));
    if (skip + readAtOnce >= total) break;
  }
  return [...new Set(urls)];
}

const pagesOf = async ({ id, count }: JobItem): Promise<readonly string[]> => (count ? urlsOf(id) : []);

/** Actions that use the request of an earlier job: show it, edit it, or run it again. */
export function useJobReruns() {
  const router = useRouter();
  const kinds = useJobKinds();
  const known = useScrapeSchema();
  const { open } = useOpenRequest();

  async function kindOf({ kind }: JobItem) {
    if (!kinds.schemas) await kinds.load();
    return kinds.of(kind);
  }
  /** Opens the "New job" view with an earlier job's request. If the job's kind has no form, starts the job instead. */
  const again = (job: JobItem) =>
    guarded(t('jobs.restartFailed'), async () => {
      const kind = await kindOf(job);
      if (kind && !kind.form) {
        const { id } = await jobsApi.start(kind.path, job.request);
        await router.push({ name: 'jobs', params: { id } });
        return;
      }
      await open(job, await pagesOf(job));
    });
  /** Starts an extraction again. The new job returns a list with one row per page. */
  const runAsList = (job: JobItem) =>
    guarded(t('jobs.restartFailed'), async () => {
      const request = asList(job.request);
      const kind = await kindOf(job);
      if (!request || !kind) return;
      const { id } = await jobsApi.start(kind.path, request);
      await router.push({ name: 'jobs', params: { id } });
    });
  /** Opens the request of an earlier job in the view for its kind. */
  const edit = (job: JobItem) => guarded(t('jobs.requestFailed'), () => open(job, []));
  /** Opens the request of an earlier job with a higher limit in the view for its kind. */
  const raiseLimit = (job: JobItem) =>
    guarded(t('jobs.requestFailed'), () => {
      const limit = Number(job.request.limit) * limitFactor;
      return open({ ...job, request: { ...job.request, limit } }, []);
    });
  /** Returns a job's request in the shortest form, i.e. without default values. */
  const requestOf = (job: JobItem): Promise<JobRequest | undefined> =>
    guarded(t('jobs.loadFailed'), async () => {
      if ((await kindOf(job))?.form === undefined) return job.request;
      const scrape = known.schema?.scrape;
      return toJobRequest(fromJob(job, await pagesOf(job), kinds.schemas, scrape), kinds.schemas, scrape);
    });
  return { again, edit, raiseLimit, runAsList, requestOf };
}
