import { defineStore } from 'pinia';
import { computed, type Ref, ref, watch } from 'vue';
import { emptyJobForm, fromJob, type JobForm, type OpenedJob, shapeOf, toJobRequest } from '../schema/job-form';
import { jobIssues } from '../schema/request-issues';
import { type Chosen, withRequired } from '../schema/scrape-request';
import { useJobKinds } from './job-kinds';
import { useScrapeSchema } from './scrape-schema';

/** Draft of a job. It survives a page reload. */
export const useJobForm = defineStore('job-form', () => {
  const known = useScrapeSchema();
  const jobs = useJobKinds();
  const form = keptForm<JobForm>('gleaner.new-job', emptyJobForm);
  const request = computed(() => toJobRequest(form.value, jobs.schemas, known.schema?.scrape));
  const options = computed(() => form.value.options[form.value.kind] ?? {});
  const shape = computed(() => shapeOf(jobs.schemas?.[form.value.kind]));
  const ready = computed(() => (shape.value.hasList ? form.value.urls.length > 0 : form.value.url.trim() !== ''));
  /** Issues that prevent submission, keyed by path. */
  const issues = computed(() => {
    const schema = jobs.schemas?.[form.value.kind];
    if (!schema || !known.schema || !shape.value.pageOptions) return {};
    return jobIssues(form.value, schema, known.schema, shape.value.pageOptions === 'inside');
  });

  const patch = (part: Partial<JobForm>): void => {
    form.value = { ...form.value, ...part };
  };
  const patchScrape = (part: Partial<JobForm['scrape']>): void => patch({ scrape: { ...form.value.scrape, ...part } });
  const setOptions = (values: Readonly<Record<string, unknown>>): void =>
    patch({ options: { ...form.value.options, [form.value.kind]: values } });
  /** Selects formats, and adds the formats that they require. */
  const setFormats = (formats: readonly Chosen[]): void =>
    patchScrape({ formats: withRequired(formats, known.schema?.formats) });
  /** Restores the form of an earlier job. */
  const restore = (job: OpenedJob, urls: readonly string[]): void => {
    form.value = fromJob(job, urls, jobs.schemas, known.schema?.scrape);
  };
  const reset = (): void => {
    const { kind, expert, url, urls } = form.value;
    form.value = { ...emptyJobForm, kind, expert, url, urls };
  };

  return {
    form,
    request,
    options,
    shape,
    ready,
    issues,
    patch,
    patchScrape,
    setOptions,
    setFormats,
    restore,
    reset,
  };
});

/** Returns form state that is stored in session storage, so that it survives a page reload. */
export function keptForm<T extends object>(storageKey: string, empty: T): Ref<T> {
  const form = ref(read(storageKey, empty)) as Ref<T>;
  watch(form, (now) => keep(storageKey, now));
  return form;
}

function read<T extends object>(storageKey: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

function keep(storageKey: string, form: object): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(form));
  } catch {
    // A form that is too large for session storage is not stored, and is lost on a page reload.
  }
}
