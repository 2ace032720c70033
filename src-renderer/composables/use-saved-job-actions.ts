import { useRouter } from 'vue-router';
import type { JobWebhook } from '../api/job-types';
import { type SavedJob, savedApi } from '../api/saved-api';
import { useSavedJobs } from '../stores/saved-jobs';
import { guarded } from './guarded';
import { useOpenRequest } from './use-open-request';

/** What can be done with a saved job. */
export function useSavedJobActions() {
  const router = useRouter();
  const saved = useSavedJobs();
  const { canOpen, open: openRequest } = useOpenRequest();

  const run = ({ name }: SavedJob) =>
    guarded('The job could not be started.', async () => {
      const { id } = await savedApi.run(name);
      await router.push({ name: 'jobs', params: { id } });
    });
  /** Opens the form of its kind with its request. */
  const open = ({ kind, request: { webhook, urls, ...request } }: SavedJob) =>
    guarded('The request cannot be opened.', () => {
      const list = Array.isArray(urls) ? urls.map(String) : [];
      const given = typeof webhook === 'string' ? { url: webhook } : (webhook as JobWebhook | undefined);
      return openRequest({ kind, url: String(request.url ?? ''), webhook: given, request: { ...request, urls } }, list);
    });
  const remove = ({ name }: SavedJob) =>
    guarded('The saved job could not be deleted.', async () => {
      await savedApi.remove(name);
      await saved.refresh();
    });
  const duplicate = ({ name, kind, request, description, keepRuns }: SavedJob) =>
    guarded('The saved job could not be copied.', async () => {
      await savedApi.put(copyName(name, new Set(saved.items.map((one) => one.name))), {
        kind,
        request,
        description,
        keepRuns,
      });
      await saved.refresh();
    });

  return { canOpen, run, open, remove, duplicate };
}

/** `kettles` → `kettles copy`, `kettles copy 2`, … */
function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = `${name.replace(/ copy( \d+)?$/, '').slice(0, 70)} copy`;
  for (let number = 1; ; number++) {
    const copy = number === 1 ? base : `${base} ${number}`;
    if (!taken.has(copy)) return copy;
  }
}
