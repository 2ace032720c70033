import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { JobRequest } from '../api/job-types';
import { type ExtractForm, emptyExtract, fromExtractRequest, toExtractRequest } from '../schema/extract-request';
import { fieldIssues } from '../schema/field-issues';
import { resolveSchema } from '../schema/json-schema';
import { useJobKinds } from './job-kinds';
import { keptForm } from './kept-form';

/** The extract being put together; survives a reload of the page. */
export const useExtractForm = defineStore('extract-form', () => {
  const kinds = useJobKinds();
  const form = keptForm<ExtractForm>('gleaner.extract', emptyExtract);
  const kind = computed(() => kinds.of('extract'));
  const scrapeSchema = computed(() => {
    const { schema } = kind.value ?? {};
    return schema && resolveSchema(schema.properties?.scrapeOptions ?? {}, schema);
  });
  const request = computed(() => toExtractRequest(form.value, kind.value?.schema, scrapeSchema.value));
  /** Something must say what is wanted, and something where. */
  const ready = computed(() => {
    const { urls, prompt, schema } = form.value;
    return (prompt.trim() !== '' || schema !== undefined) && (urls.length > 0 || prompt.trim() !== '');
  });
  /** What keeps the request from being sent, by path. */
  const issues = computed(() => {
    const { schema } = kind.value ?? {};
    return schema ? fieldIssues(request.value, { ...schema, required: [] }, schema) : {};
  });
  const patch = (part: Partial<ExtractForm>): void => {
    form.value = { ...form.value, ...part };
  };
  const restore = (given: JobRequest): void => {
    form.value = fromExtractRequest(given, kind.value?.schema, scrapeSchema.value);
  };
  const reset = (): void => {
    form.value = emptyExtract;
  };
  return { form, kind, scrapeSchema, request, ready, issues, patch, restore, reset };
});
