import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { JobRequest } from '../api/job-types';
import { type AgentForm, emptyAgent, fromAgentRequest, toAgentRequest } from '../schema/agent-request';
import { fieldIssues } from '../schema/field-issues';
import { useJobKinds } from './job-kinds';
import { keptForm } from './kept-form';

/** The agent run being put together; survives a reload of the page. */
export const useAgentForm = defineStore('agent-form', () => {
  const kinds = useJobKinds();
  const form = keptForm<AgentForm>('gleaner.agent', emptyAgent);
  const kind = computed(() => kinds.of('agent'));
  const request = computed(() => toAgentRequest(form.value, kind.value?.schema));
  const ready = computed(() => form.value.prompt.trim() !== '');
  /** What keeps the request from being sent, by path. */
  const issues = computed(() => {
    const { schema } = kind.value ?? {};
    return schema ? fieldIssues(request.value, { ...schema, required: [] }, schema) : {};
  });
  const patch = (part: Partial<AgentForm>): void => {
    form.value = { ...form.value, ...part };
  };
  const restore = (given: JobRequest): void => {
    form.value = fromAgentRequest(given, kind.value?.schema);
  };
  const reset = (): void => {
    form.value = emptyAgent;
  };
  return { form, kind, request, ready, issues, patch, restore, reset };
});
