import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { JobRequest } from '../api/job-types';
import { emptyExtract, fromExtractRequest, toExtractRequest } from '../schema/extract-request';
import { resolveSchema } from '../schema/json-schema';
import { answerForm } from './answer-form';

/** The extract being put together; survives a reload of the page. */
export const useExtractForm = defineStore('extract-form', () => {
  const { form, kind, issuesOf, patch, reset } = answerForm('extract', emptyExtract);
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
  const issues = computed(() => issuesOf(request.value));
  const restore = (given: JobRequest): void => {
    form.value = fromExtractRequest(given, kind.value?.schema, scrapeSchema.value);
  };
  return { form, kind, scrapeSchema, request, ready, issues, patch, restore, reset };
});
