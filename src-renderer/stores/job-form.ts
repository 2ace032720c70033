import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { JobItem } from '../api/job-types';
import { emptyJobForm, fromJob, type JobForm, toJobRequest } from '../schema/job-form';
import type { Chosen, ChosenAction } from '../schema/scrape-request';
import { newJobId } from '../text/uuid';
import { useJobSchemas } from './job-schemas';
import { useScrapeSchema } from './scrape-schema';

const storageKey = 'gleaner.new-job';

function kept(): JobForm {
  try {
    return { ...emptyJobForm, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<JobForm>) };
  } catch {
    return emptyJobForm;
  }
}

/** The job being put together; survives a reload of the page. */
export const useJobForm = defineStore('job-form', () => {
  const known = useScrapeSchema();
  const jobs = useJobSchemas();
  const form = ref<JobForm>(kept());
  const request = computed(() => toJobRequest(form.value, jobs.schemas, known.schema?.scrape));
  const options = computed(() => form.value.options[form.value.kind]);
  const ready = computed(() =>
    form.value.kind === 'batch' ? form.value.urls.length > 0 : form.value.url.trim() !== '',
  );
  watch(form, (value) => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(value));
    } catch {
      // A list too long for the browser's storage lives as long as the window.
    }
  });

  const patch = (part: Partial<JobForm>): void => {
    form.value = { ...form.value, ...part };
  };
  const patchScrape = (part: Partial<JobForm['scrape']>): void => patch({ scrape: { ...form.value.scrape, ...part } });
  const setOptions = (values: Readonly<Record<string, unknown>>): void =>
    patch({ options: { ...form.value.options, [form.value.kind]: values } });
  /** Chooses formats; what a format needs beside it comes along. */
  function setFormats(formats: readonly Chosen[]): void {
    const present = new Set(formats.map((format) => format.id));
    const missing = formats
      .flatMap((format) => known.schema?.formats.find((one) => one.id === format.id)?.requires ?? [])
      .filter((id) => !present.has(id));
    patchScrape({ formats: [...[...new Set(missing)].map((id) => ({ id, options: {} })), ...formats] });
  }
  /** The form of an earlier job. */
  const restore = (job: JobItem, urls: readonly string[]): void => {
    form.value = fromJob(job, urls, jobs.schemas, known.schema?.scrape);
  };
  const reset = (): void => {
    const { kind, expert, url, urls } = form.value;
    form.value = { ...emptyJobForm, kind, expert, url, urls };
  };

  const setActions = (actions: readonly ChosenAction[]): void => patchScrape({ actions });
  function addAction(id: string): void {
    setActions([...form.value.scrape.actions, { key: newJobId(), id, options: {} }]);
  }
  function moveAction(from: number, to: number): void {
    const actions = [...form.value.scrape.actions];
    const [moved] = actions.splice(from, 1);
    if (!moved || to < 0 || to > actions.length) return;
    actions.splice(to, 0, moved);
    setActions(actions);
  }
  const setAction = (key: string, given: ChosenAction['options']): void =>
    setActions(
      form.value.scrape.actions.map((action) => (action.key === key ? { ...action, options: given } : action)),
    );
  const removeAction = (key: string): void =>
    setActions(form.value.scrape.actions.filter((action) => action.key !== key));

  const actions = { addAction, moveAction, setAction, removeAction };
  return { form, request, options, ready, patch, patchScrape, setOptions, setFormats, restore, reset, ...actions };
});
