import { computed, ref } from 'vue';
import { withWebScheme } from '../../../core/common/api/target-url';
import { toApiError } from '../../api/client';
import { jobsApi } from '../../api/jobs-api';
import { engineMessage } from '../../display/messages/engine-message';
import { useJobForm } from '../../stores/job-form';

/** A crawl's prompt, and the options that a preview derives from it. */
export function useCrawlPrompt() {
  const form = useJobForm();
  const state = ref<'idle' | 'running' | 'done' | 'failed'>('idle');
  /** Names of the options that the last preview set. */
  const made = ref<readonly string[]>([]);
  const warning = ref<string>();
  const error = ref<string>();

  const text = ref(String(form.options.prompt ?? ''));
  const prompt = computed({
    get: () => text.value,
    set: (given: string) => {
      text.value = given;
      const { prompt: _, ...rest } = form.options;
      form.setOptions(given === '' ? rest : { ...rest, prompt: given });
      state.value = 'idle';
      warning.value = error.value = undefined;
    },
  });
  const canPreview = computed(
    () => prompt.value.trim() !== '' && form.form.url.trim() !== '' && state.value !== 'running',
  );

  /**
   * Fills in the derived options. Removes the prompt from the request, because the prompt would override later edits of
   * the options.
   */
  async function preview(): Promise<void> {
    const asked = prompt.value;
    state.value = 'running';
    warning.value = error.value = undefined;
    try {
      const answer = await jobsApi.previewCrawl({ url: withWebScheme(form.form.url), prompt: asked.trim() });
      if (prompt.value !== asked) return;
      const { url: _, ...options } = answer.data;
      const { prompt: __, ...others } = form.options;
      form.setOptions({ ...others, ...options });
      made.value = Object.keys(options);
      warning.value = answer.warning && engineMessage(answer.warning);
      state.value = 'done';
    } catch (thrown) {
      error.value = toApiError(thrown).message;
      state.value = 'failed';
    }
  }

  return { prompt, state, made, warning, error, canPreview, preview };
}
