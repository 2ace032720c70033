import { defineStore } from 'pinia';
import { computed, type Ref } from 'vue';
import type { JobRequest } from '../api/job-types';
import { emptyAgent, fromAgentRequest, toAgentRequest } from '../schema/agent-request';
import { emptyExtract, fromExtractRequest, toExtractRequest } from '../schema/extract-request';
import { fieldIssues, type Issues } from '../schema/field-issues';
import { resolveSchema } from '../schema/json-schema';
import { keptForm } from './job-form';
import { useJobKinds } from './job-kinds';

/** Draft of an agent run, which survives a page reload. */
export const useAgentForm = defineStore('agent-form', () => {
  const { form, kind, issuesOf, patch, reset } = answerForm('agent', emptyAgent);
  const request = computed(() => toAgentRequest(form.value, kind.value?.schema));
  const ready = computed(() => form.value.prompt.trim() !== '');
  const issues = computed(() => issuesOf(request.value));
  const restore = (given: JobRequest): void => {
    form.value = fromAgentRequest(given, kind.value?.schema);
  };
  return { form, kind, request, ready, issues, patch, restore, reset };
});

/** Draft of an extraction, which survives a page reload. */
export const useExtractForm = defineStore('extract-form', () => {
  const { form, kind, issuesOf, patch, reset } = answerForm('extract', emptyExtract);
  const scrapeSchema = computed(() => {
    const { schema } = kind.value ?? {};
    return schema && resolveSchema(schema.properties?.scrapeOptions ?? {}, schema);
  });
  const request = computed(() => toExtractRequest(form.value, kind.value?.schema, scrapeSchema.value));
  /** True if the form has a prompt or a schema, and has URLs or a prompt to search for. */
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

/** State common to the forms for jobs with a single answer (extract and agent); `name` is the kind of job. */
export function answerForm<T extends object>(name: string, empty: T) {
  const kinds = useJobKinds();
  const form: Ref<T> = keptForm(`gleaner.${name}`, empty);
  const kind = computed(() => kinds.of(name));
  /** Returns the issues that prevent submission, keyed by path. */
  const issuesOf = (request: Readonly<Record<string, unknown>>): Issues => {
    const { schema } = kind.value ?? {};
    return schema ? fieldIssues(request, { ...schema, required: [] }, schema) : {};
  };
  const patch = (part: Partial<T>): void => {
    form.value = { ...form.value, ...part };
  };
  const reset = (): void => {
    form.value = empty;
  };
  return { form, kind, issuesOf, patch, reset };
}
