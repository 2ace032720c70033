import type { JobRequest } from '../api/job-types';
import type { JsonSchema } from './json-schema';
import { changedValues } from './same-value';
import type { WrittenSchema } from './wanted-fields';

/** Form of an agent. */
export interface AgentForm {
  readonly prompt: string;
  /** Start pages. */
  readonly urls: readonly string[];
  readonly schema?: WrittenSchema;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Initial form. */
export const emptyAgent: AgentForm = { prompt: '', urls: [], options: {} };

/** Builds the v2 request of a form, without values that equal the defaults of the schema. */
export function toAgentRequest({ prompt, urls, schema: wanted, options }: AgentForm, schema?: JsonSchema): JobRequest {
  return {
    prompt: prompt.trim(),
    ...(urls.length > 0 ? { urls } : {}),
    ...(wanted ? { schema: wanted } : {}),
    ...changedValues(options, schema),
  };
}

/** Builds the form of a request. */
export function fromAgentRequest(request: JobRequest, schema?: JsonSchema): AgentForm {
  const { prompt, urls, schema: wanted, ...options } = request;
  return {
    prompt: String(prompt ?? ''),
    urls: Array.isArray(urls) ? urls.map(String) : [],
    schema: wanted as WrittenSchema | undefined,
    options: changedValues(options, schema),
  };
}
