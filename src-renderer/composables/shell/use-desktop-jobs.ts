import { onScopeDispose, watch } from 'vue';
import { jobsApi } from '../../api/jobs-api';
import { countOf } from '../../display/job-words';
import { shownState } from '../../display/messages/job-state';
import { useEngine } from '../../stores/engine';
import { useJobKinds } from '../../stores/job-kinds';
import { useRunningJobs } from '../../stores/running-jobs';
import { t } from '../../texts/i18n';

/**
 * Reports running and finished jobs to the desktop app, which shows them in the tray. Does nothing in a plain browser.
 */
export function useDesktopJobs(): void {
  const { gleaner } = window;
  if (!gleaner) return;
  const running = useRunningJobs();

  async function tellEnd(id: string, how: 'shell.jobFinished' | 'shell.jobFailed'): Promise<void> {
    const job = await jobsApi.job(id);
    const { url, kind, progress } = job;
    const title = t(shownState(job) === 'noResults' ? 'shell.jobWithoutResults' : how, {
      kind: useJobKinds().nameOf(kind),
    });
    const body = `${url} – ${countOf(progress?.done ?? 0, 'page')}`;
    await gleaner?.notify({ title, body: body.slice(0, 2000), path: `/jobs/${id}`, isJobEnd: true });
  }

  const stop = useEngine().listen(({ type, jobId }) => {
    if (!jobId || !useJobKinds().listedOfEvent(type)) return;
    const how = type.endsWith('.completed')
      ? 'shell.jobFinished'
      : type.endsWith('.failed')
        ? 'shell.jobFailed'
        : undefined;
    // If the job was deleted right after it ended, there is nothing to report.
    if (how) void tellEnd(jobId, how).catch(() => undefined);
  });
  watch(
    () => running.version,
    () => {
      const jobs = running.items.map(({ id, url, progress }) => ({ id, label: url, done: progress?.done ?? 0 }));
      void gleaner.showJobs(jobs);
    },
    { immediate: true },
  );
  onScopeDispose(stop);
}
