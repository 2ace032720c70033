import { useRouter } from 'vue-router';
import type { OpenedJob } from '../schema/job-form';
import { useAgentForm, useExtractForm } from '../stores/answer-forms';
import { useJobForm } from '../stores/job-form';
import { useJobKinds } from '../stores/job-kinds';

/** Kinds that have a view of their own in place of New job. */
const ownViews = ['extract', 'agent'];

/** Opens the view in which jobs of a kind are put together, with a request. */
export function useOpenRequest() {
  const router = useRouter();
  const kinds = useJobKinds();
  const form = useJobForm();

  /** False for a kind that no view puts together. */
  const canOpen = (kind: string): boolean => ownViews.includes(kind) || kinds.of(kind)?.form !== undefined;
  /** `urls` are the pages of a list. */
  async function open(given: OpenedJob, urls: readonly string[]): Promise<void> {
    if (!kinds.schemas) await kinds.load();
    const { kind, request } = given;
    if (kind === 'extract') useExtractForm().restore(request);
    else if (kind === 'agent') useAgentForm().restore(request);
    else form.restore(given, urls);
    await router.push({ name: ownViews.includes(kind) ? kind : 'new-job' });
  }
  return { canOpen, open };
}
