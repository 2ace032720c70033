import { computed } from 'vue';
import { ApiError } from '../../api/client';
import type { JobRequest } from '../../api/job-types';
import { savedApi } from '../../api/saved-api';
import { useNotices } from '../../stores/notices';
import { useSavedJobs } from '../../stores/saved-list';
import { useTableDraft } from '../../stores/table-draft';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useSavedNotice } from '../saved/use-saved-notice';

/**
 * Options that the builder sets. When the table is saved, options that it no longer has are removed from the saved job.
 */
const tableOptions: ReadonlySet<string> = new Set(['url', 'recipe', 'limit', 'actions', 'scrapeOptions']);

/** Saves the table of the "New table" view. `request` returns the job request for the table, if it has columns. */
export function useSaveTable(request: () => JobRequest | undefined) {
  const draft = useTableDraft();
  const noteSaved = useSavedNotice();
  const name = computed(() => draft.draft.saved?.name);
  const text = computed(() => JSON.stringify(request()));

  /** Updates the saved job. Its schedule, monitor, description and runs do not change. */
  async function saveChanges(): Promise<void> {
    const [own, body] = [name.value, request()];
    if (own === undefined || !body) return;
    await guarded(t('saved.changesFailed'), async () => {
      const known = await savedJob(own);
      if (!known) {
        draft.detach();
        useNotices().say(t('saved.noLongerSaved', { name: own }), 'bad');
        return;
      }
      const others = Object.entries(known.request).filter(([option]) => !tableOptions.has(option));
      await savedApi.put(own, { kind: 'table', request: { ...Object.fromEntries(others), ...body } });
      draft.attach(own, JSON.stringify(body));
      await useSavedJobs().refresh();
      noteSaved(t('saved.changesSaved', { name: own }), 'jobs');
    });
  }
  return {
    /** Name of the saved job that the table belongs to, if any. */
    name,
    /** True if the saved job contains the table in its current form. */
    isSaved: computed(() => name.value !== undefined && draft.draft.saved?.request === text.value),
    saveChanges,
    /** Links the table to the saved job `to`. */
    saved: (to: string): void => draft.attach(to, text.value),
  };
}

/** Returns a saved job. Undefined if no job has this name. */
async function savedJob(name: string) {
  try {
    return await savedApi.job(name);
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  }
}
