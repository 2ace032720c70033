import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { JobRequest } from '../api/job-types';
import { emptyAgent, fromAgentRequest, toAgentRequest } from '../schema/agent-request';
import { answerForm } from './answer-form';

/** The agent run being put together; survives a reload of the page. */
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
