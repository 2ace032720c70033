import { useRouter } from 'vue-router';
import { type SavedJob, savedApi } from '../../api/saved-api';
import type { OpenedJob } from '../../schema/job-form';
import { useNotices } from '../../stores/notices';
import { useSavedJobs } from '../../stores/saved-list';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useOpenRequest } from '../new-job/use-open-request';

/** Actions on a saved job. */
export function useSavedJobActions() {
  const router = useRouter();
  const saved = useSavedJobs();
  const { canOpen, open: openRequest } = useOpenRequest();

  const run = ({ name }: SavedJob) =>
    guarded(t('saved.jobStartFailed'), async () => {
      const { id } = await savedApi.run(name);
      await router.push({ name: 'jobs', params: { id } });
    });
  /**
   * Starts the job with other URLs. If the request takes a single URL, starts one job per URL. Otherwise, starts one
   * job for all URLs.
   */
  const runOn = ({ name, request }: SavedJob, urls: readonly string[]) =>
    guarded(t('saved.jobStartFailed'), async () => {
      let id: string | undefined;
      for (const list of 'url' in request ? urls.map((url) => [url]) : [urls])
        ({ id } = await savedApi.run(name, list));
      const isSingle = urls.length === 1 || !('url' in request);
      await router.push({ name: 'jobs', params: isSingle ? { id } : {} });
    });
  /** Opens the job's request in the form for its kind. */
  const open = ({ name, kind, request: { webhook, urls, ...request } }: SavedJob) =>
    guarded(t('saved.requestFailed'), () => {
      const list = Array.isArray(urls) ? urls.map(String) : [];
      const given = typeof webhook === 'string' ? { url: webhook } : (webhook as OpenedJob['webhook']);
      const opened = { kind, url: String(request.url ?? ''), webhook: given, request: { ...request, urls } };
      return openRequest(opened, list, name);
    });
  const remove = ({ name }: SavedJob) =>
    guarded(t('saved.jobDeleteFailed'), async () => {
      await savedApi.remove(name);
      useNotices().say(t('saved.jobDeleted'));
      await saved.refresh();
    });
  const duplicate = ({ name, kind, request, description, keepRuns }: SavedJob) =>
    guarded(t('saved.jobCopyFailed'), async () => {
      await savedApi.put(copyName(name, new Set(saved.items.map((one) => one.name))), {
        kind,
        request,
        description,
        keepRuns,
      });
      await saved.refresh();
    });
  /** Pauses or resumes the schedule of a saved job. */
  const setPaused = ({ name, schedule }: SavedJob, isPaused: boolean) =>
    guarded(t('saved.scheduleFailed'), async () => {
      if (!schedule) return;
      const { nextAt: _, ...times } = schedule;
      await savedApi.schedule(name, { ...times, isPaused });
      await saved.refresh();
    });

  return { canOpen, run, runOn, open, remove, duplicate, setPaused };
}

/** Returns a name for a copy, e.g. `kettles` → `kettles copy`, `kettles copy 2`, … */
function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = t('saved.copyOf', { replace: name.replace(/ (copy|\(Kopie\))( \d+)?$/, '').slice(0, 70) });
  for (let number = 1; ; number++) {
    const copy = number === 1 ? base : `${base} ${number}`;
    if (!taken.has(copy)) return copy;
  }
}
