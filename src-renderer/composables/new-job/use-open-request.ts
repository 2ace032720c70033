import { useRouter } from 'vue-router';
import type { OpenedJob } from '../../schema/job-form';
import { useExtractForm } from '../../stores/extract-form';
import { useJobForm } from '../../stores/job-form';
import { useJobKinds } from '../../stores/job-kinds';
import { useTableDraft } from '../../stores/table-draft';

/** Job kinds that have their own view instead of the "New job" view. */
const ownViews: Readonly<Record<string, string>> = { extract: 'extract', agent: 'extract', table: 'new-table' };

/** Opens a request in the form for its job kind. */
export function useOpenRequest() {
  const router = useRouter();
  const kinds = useJobKinds();
  const form = useJobForm();

  /** True for a job kind whose requests can be opened in a form. */
  const canOpen = (kind: string): boolean => kind in ownViews || kinds.of(kind)?.form !== undefined;
  /**
   * Opens a request in a form. `urls` contains the pages of a job with a URL list. `saved` is the name of the saved job
   * to be edited, if any.
   */
  async function open(given: OpenedJob, urls: readonly string[], saved?: string): Promise<void> {
    if (!kinds.schemas) await kinds.load();
    const { kind, request } = given;
    if (ownViews[kind] === 'extract') useExtractForm().restore(kind, request);
    else if (kind === 'table') await useTableDraft().openJob({ ...request, url: given.url }, saved);
    else form.restore(given, urls);
    await router.push({ name: ownViews[kind] ?? 'new-job' });
  }
  return { canOpen, open };
}
