import type { JobRequest } from '../api/job-types';
import type { JsonSchema } from './json-schema';
import { changedValues } from './same-value';
import type { WrittenSchema } from './wanted-fields';

/** Form for an agent run. */
export interface AgentForm {
  readonly prompt: string;
  /** URLs of the start pages. */
  readonly urls: readonly string[];
  readonly schema?: WrittenSchema;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Initial form. */
export const emptyAgent: AgentForm = { prompt: '', urls: [], options: {} };

/** Converts a form to a v2 request, omitting values that equal the schema's defaults. */
export function toAgentRequest({ prompt, urls, schema: wanted, options }: AgentForm, schema?: JsonSchema): JobRequest {
  return {
    prompt: prompt.trim(),
    ...(urls.length > 0 ? { urls } : {}),
    ...(wanted ? { schema: wanted } : {}),
    ...changedValues(options, schema),
  };
}

/** Converts a request to a form. */
export function fromAgentRequest(request: JobRequest, schema?: JsonSchema): AgentForm {
  const { prompt, urls, schema: wanted, ...options } = request;
  return {
    prompt: String(prompt ?? ''),
    urls: Array.isArray(urls) ? urls.map(String) : [],
    schema: wanted as WrittenSchema | undefined,
    options: changedValues(options, schema),
  };
}
