import { computed, type Ref } from 'vue';
import type { JobKindFacts, JobRequest } from '../../api/job-types';
import { issuesByPath } from '../../display/issue-words';
import type { Issues } from '../../schema/field-issues';
import { useShortcuts } from '../base/use-shortcuts';
import { resetWithUndo } from '../base/with-undo';
import { useStartJob } from './use-start-job';

/** Parts of a form that are needed to start a job with a single answer. */
interface AnswerForm {
  form: { readonly urls: readonly string[] };
  readonly kind: JobKindFacts | undefined;
  readonly request: JobRequest;
  readonly ready: boolean;
  readonly issues: Issues;
  reset(): void;
}

/** Form for a job with a single answer. The user can start the job with a click or Ctrl+Enter, and reset the form. */
export function useAnswerJob(form: AnswerForm, maxUrls: Readonly<Ref<number>>) {
  const { starting, error, start, fail, clear } = useStartJob();
  /** Messages for the fields that the engine rejected, keyed by path. */
  const issues = computed(() => (error.value?.code === 'BAD_REQUEST' ? issuesByPath(error.value.details) : {}));
  const canStart = computed(() => form.ready && form.form.urls.length <= maxUrls.value && !starting.value);
  const begin = async (): Promise<void> => {
    if (form.kind && canStart.value) await start(form.kind.path, form.request, form.issues);
  };
  const reset = (): void => {
    resetWithUndo(form);
    clear();
  };
  useShortcuts((event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void begin();
  });
  return { starting, error, issues, canStart, begin, reset, fail };
}
