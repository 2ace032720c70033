import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { ScrapeRequest } from '../api/types';
import { actionListEditor } from '../schema/action-list-editor';
import {
  type Chosen,
  emptyForm,
  fromRequest,
  type ScrapeForm,
  toRequest,
  withRequired,
} from '../schema/scrape-request';
import { useScrapeSchema } from './scrape-schema';

const storageKey = 'gleaner.playground';

function kept(): ScrapeForm {
  try {
    return { ...emptyForm, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<ScrapeForm>) };
  } catch {
    return emptyForm;
  }
}

/** Draft of a Playground request. It survives a page reload. */
export const useScrapeForm = defineStore('scrape-form', () => {
  const known = useScrapeSchema();
  const form = ref<ScrapeForm>(kept());
  const request = computed(() => toRequest(form.value, known.schema?.scrape));
  /**
   * Number of requests restored from the history. Each time it increases, the form expands the sections whose options
   * are set.
   */
  const restored = ref(0);
  const changed = computed(() => Object.keys(request.value).length > 1);
  watch(form, (value) => sessionStorage.setItem(storageKey, JSON.stringify(value)));

  const patch = (part: Partial<ScrapeForm>): void => {
    form.value = { ...form.value, ...part };
  };
  function setOption(name: string, value: unknown): void {
    const { [name]: _old, ...rest } = form.value.options;
    patch({ options: value === undefined ? rest : { ...rest, [name]: value } });
  }
  /** Selects formats, and adds the formats that they require. */
  const setFormats = (formats: readonly Chosen[]): void =>
    patch({ formats: withRequired(formats, known.schema?.formats) });
  const actions = actionListEditor(
    () => form.value.actions,
    (list) => patch({ actions: list }),
  );
  const restore = (past: ScrapeRequest): void => {
    form.value = fromRequest(past, known.schema?.scrape);
    restored.value++;
  };
  /** Resets everything except the URL. */
  const reset = (): void => {
    form.value = { ...emptyForm, url: form.value.url };
  };

  return { form, request, changed, restored, patch, setOption, setFormats, restore, reset, ...actions };
});
