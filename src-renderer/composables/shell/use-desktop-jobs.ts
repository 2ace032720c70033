import { onScopeDispose, watch } from 'vue';
import { jobsApi } from '../../api/jobs-api';
import { countOf } from '../../display/job-words';
import { useEngine } from '../../stores/engine';
import { useJobKinds } from '../../stores/job-kinds';
import { useSession } from '../../stores/session';
import { t } from '../../texts/i18n';

const readAfterMs = 1000;
const maxJobs = 100;

/**
 * Reports running and finished jobs to the desktop app, which shows them in the tray. Does nothing in a plain browser.
 */
export function useRunningJobs(): void {
  const { gleaner } = window;
  if (!gleaner) return;
  const engine = useEngine();
  const session = useSession();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    timer = undefined;
    // While the engine is unreachable, the last known state remains shown.
    const { items } = await jobsApi.list({ state: 'active', limit: maxJobs }).catch(() => ({ items: undefined }));
    if (items)
      await gleaner?.showJobs(items.map(({ id, url, progress }) => ({ id, label: url, done: progress?.done ?? 0 })));
  }
  const readSoon = (): void => {
    timer ??= setTimeout(() => void read(), readAfterMs);
  };
  async function tellEnd(id: string, how: 'shell.jobFinished' | 'shell.jobFailed'): Promise<void> {
    const { url, kind, progress } = await jobsApi.job(id);
    const title = t(how, { kind: useJobKinds().nameOf(kind) });
    const body = `${url} – ${countOf(progress?.done ?? 0, 'page')}`;
    await gleaner?.notify({ title, body: body.slice(0, 2000), path: `/jobs/${id}`, isJobEnd: true });
  }

  const stop = engine.listen(({ type, jobId }) => {
    if (!jobId || !useJobKinds().listedOfEvent(type)) return;
    readSoon();
    const how = type.endsWith('.completed')
      ? 'shell.jobFinished'
      : type.endsWith('.failed')
        ? 'shell.jobFailed'
        : undefined;
    // If the job was deleted immediately after it ended, nothing is reported.
    if (how) void tellEnd(jobId, how).catch(() => undefined);
  });
  watch(
    () => [session.state, engine.epoch],
    () => {
      if (session.state !== 'in') return;
      // Loads the kinds early, so that they are available when the first event arrives.
      useJobKinds();
      readSoon();
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    stop();
    clearTimeout(timer);
  });
}
