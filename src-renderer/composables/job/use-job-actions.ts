import { useRouter } from 'vue-router';
import { engineApi } from '../../api/engine-api';
import type { JobItem } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { emptyJobForm } from '../../schema/job-form';
import { useJobForm } from '../../stores/job-form';
import { useJobs } from '../../stores/jobs';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useJobReruns } from './use-job-reruns';

/** Actions on a job, shared by all views that show jobs. */
export function useJobActions() {
  const router = useRouter();
  const form = useJobForm();
  const jobs = useJobs();
  const reruns = useJobReruns();

  const cancel = (id: string) =>
    guarded(t('jobs.cancelFailed'), async () => {
      await jobsApi.cancel(id);
      await jobs.refresh();
    });
  const pause = (id: string) => guarded(t('jobs.pauseFailed'), () => jobsApi.pause(id));
  const resume = (id: string) => guarded(t('jobs.resumeFailed'), () => jobsApi.resume(id));
  /** Keeps a job from expiring after 24 hours, or allows it to expire again. The user can undo the change. */
  const keep = ({ id, keptBy }: Pick<JobItem, 'id' | 'keptBy'>, after: () => Promise<unknown>): Promise<unknown> =>
    guarded(keptBy ? t('jobs.releaseFailed') : t('jobs.keepFailed'), async () => {
      await (keptBy ? jobsApi.release(id) : jobsApi.keep(id));
      await after();
      const undo = { label: t('table.undo'), run: () => keep({ id, keptBy: keptBy ? undefined : 'person' }, after) };
      useNotices().say(keptBy ? t('jobs.released') : t('jobs.keptNow'), 'good', undo);
    });
  const remove = (id: string) =>
    guarded(t('jobs.deleteFailed'), async () => {
      await jobsApi.remove(id).then(() => useNotices().say(t('jobs.deleted')));
      await jobs.refresh();
      await router.push({ name: 'jobs', params: { id: '' } });
    });
  const retry = (id: string) => guarded(t('jobs.retryFailedFailed'), () => jobsApi.retry(id));
  const crawlDemo = () =>
    guarded(t('jobs.demoSiteFailed'), async () => {
      const { url } = await engineApi.demoSite();
      form.patch({ ...emptyJobForm, url });
      const { id } = await jobsApi.start('/v2/crawl', { url });
      await router.push({ name: 'jobs', params: { id } });
    });

  return { ...reruns, cancel, pause, resume, keep, remove, retry, crawlDemo };
}
