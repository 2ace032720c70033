import { computed, type Ref, ref, watch } from 'vue';
import type { ApiError } from '../../api/client';
import { sameValue } from '../../schema/same-value';
import { useNotices } from '../../stores/notices';

/** Options for saving a form's values. */
export interface DraftOptions<T> {
  /** Saves values. Returns the error if the engine rejects them. */
  readonly save: (values: T) => Promise<ApiError | undefined>;
  /** Message to show after saving. */
  readonly saved: () => string;
}

/** Editable copy of saved values. Until the user edits the copy, it follows changes made elsewhere. */
export function useDraft<T>(stored: () => T, { save: keep, saved }: DraftOptions<T>) {
  const notices = useNotices();
  const draft = ref(stored()) as Ref<T>;
  const error = ref<ApiError>();
  const dirty = computed(() => !sameValue(draft.value, stored()));
  watch(stored, (next, before) => {
    if (sameValue(draft.value, before)) draft.value = next;
  });

  async function save(): Promise<void> {
    const sent = draft.value;
    error.value = await keep(sent);
    if (error.value) return;
    if (draft.value === sent) draft.value = stored();
    notices.say(saved());
  }
  function discard(): void {
    [draft.value, error.value] = [stored(), undefined];
  }
  return { draft, dirty, error, save, discard };
}
