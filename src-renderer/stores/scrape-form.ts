import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { ScrapeRequest } from '../api/types';
import {
  type Chosen,
  type ChosenAction,
  emptyForm,
  fromRequest,
  type ScrapeForm,
  toRequest,
} from '../schema/scrape-request';
import { newJobId } from '../text/uuid';
import { useScrapeSchema } from './scrape-schema';

const storageKey = 'gleaner.playground';

function kept(): ScrapeForm {
  try {
    return { ...emptyForm, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<ScrapeForm>) };
  } catch {
    return emptyForm;
  }
}

/** The request being put together in the Playground; survives a reload of the page. */
export const useScrapeForm = defineStore('scrape-form', () => {
  const known = useScrapeSchema();
  const form = ref<ScrapeForm>(kept());
  const request = computed(() => toRequest(form.value, known.schema?.scrape));
  /** Counts requests put back from the history; the form unfolds what they changed. */
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
  /** Chooses formats; what a format needs beside it comes along. */
  function setFormats(formats: readonly Chosen[]): void {
    const present = new Set(formats.map((format) => format.id));
    const missing = formats
      .flatMap((format) => known.schema?.formats.find((one) => one.id === format.id)?.requires ?? [])
      .filter((id) => !present.has(id));
    patch({ formats: [...[...new Set(missing)].map((id) => ({ id, options: {} })), ...formats] });
  }
  function addAction(id: string): ChosenAction {
    const action = { key: newJobId(), id, options: {} };
    patch({ actions: [...form.value.actions, action] });
    return action;
  }
  function moveAction(from: number, to: number): void {
    const actions = [...form.value.actions];
    const [moved] = actions.splice(from, 1);
    if (!moved || to < 0 || to > actions.length) return;
    actions.splice(to, 0, moved);
    patch({ actions });
  }
  function setAction(key: string, options: ChosenAction['options']): void {
    patch({ actions: form.value.actions.map((action) => (action.key === key ? { ...action, options } : action)) });
  }
  function removeAction(key: string): void {
    patch({ actions: form.value.actions.filter((action) => action.key !== key) });
  }
  const restore = (past: ScrapeRequest): void => {
    form.value = fromRequest(past, known.schema?.scrape);
    restored.value++;
  };
  /** Everything back to the defaults; the address stays. */
  const reset = (): void => {
    form.value = { ...emptyForm, url: form.value.url };
  };

  return {
    form,
    request,
    changed,
    restored,
    patch,
    setOption,
    setFormats,
    addAction,
    moveAction,
    setAction,
    removeAction,
    restore,
    reset,
  };
});
