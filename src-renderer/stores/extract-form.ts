import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { JobRequest } from '../api/job-types';
import { type ExtractForm, emptyExtract, formOf, requestOf } from '../schema/extract-request';
import { fieldIssues, type Issues } from '../schema/field-issues';
import { resolveSchema } from '../schema/json-schema';
import { keptForm } from './job-form';
import { useJobKinds } from './job-kinds';

/** Draft of an extraction or an agent run. It survives a page reload. */
export const useExtractForm = defineStore('extract-form', () => {
  const kinds = useJobKinds();
  const form = keptForm('gleaner.extract', emptyExtract);
  const kindId = computed(() => (form.value.findsPages ? 'agent' : 'extract'));
  const kind = computed(() => kinds.of(kindId.value));
  const scrapeSchema = computed(() => {
    const { schema } = kinds.of('extract') ?? {};
    return schema && resolveSchema(schema.properties?.scrapeOptions ?? {}, schema);
  });
  const request = computed(() => requestOf(form.value, kind.value?.schema, scrapeSchema.value));
  /** True if the form contains a prompt. For an extraction, also true if it contains a schema and at least one URL. */
  const ready = computed(() => {
    const { urls, prompt, schema, findsPages } = form.value;
    const hasPrompt = prompt.trim() !== '';
    return hasPrompt || (!findsPages && schema !== undefined && urls.length > 0);
  });
  /** Issues that prevent submission, keyed by path. */
  const issues = computed((): Issues => {
    const { schema } = kind.value ?? {};
    return schema ? fieldIssues(request.value, { ...schema, required: [] }, schema) : {};
  });
  const patch = (part: Partial<ExtractForm>): void => {
    form.value = { ...form.value, ...part };
  };
  const restore = (kindOfJob: string, given: JobRequest): void => {
    form.value = formOf(kindOfJob, given, kinds.of(kindOfJob)?.schema, scrapeSchema.value);
  };
  const reset = (): void => {
    form.value = emptyExtract;
  };
  return { form, kindId, kind, scrapeSchema, request, ready, issues, patch, restore, reset };
});
