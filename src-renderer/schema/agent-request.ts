import type { JobRequest } from '../api/job-types';
import type { JsonSchema } from './json-schema';
import { changedValues } from './same-value';
import type { WrittenSchema } from './wanted-fields';

/** What the form of an agent holds. */
export interface AgentForm {
  readonly prompt: string;
  /** Pages to begin with. */
  readonly urls: readonly string[];
  readonly schema?: WrittenSchema;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A form nobody has touched. */
export const emptyAgent: AgentForm = { prompt: '', urls: [], options: {} };

/** The v2 request of a form: only what differs from the defaults of the schema. */
export function toAgentRequest({ prompt, urls, schema: wanted, options }: AgentForm, schema?: JsonSchema): JobRequest {
  return {
    prompt: prompt.trim(),
    ...(urls.length > 0 ? { urls } : {}),
    ...(wanted ? { schema: wanted } : {}),
    ...changedValues(options, schema),
  };
}

/** The form that would send a request again. */
export function fromAgentRequest(request: JobRequest, schema?: JsonSchema): AgentForm {
  const { prompt, urls, schema: wanted, ...options } = request;
  return {
    prompt: String(prompt ?? ''),
    urls: Array.isArray(urls) ? urls.map(String) : [],
    schema: wanted as WrittenSchema | undefined,
    options: changedValues(options, schema),
  };
}
