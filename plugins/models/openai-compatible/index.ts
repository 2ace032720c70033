import { defineModel, languageModelFields, serviceAddress, z } from '../../../core/contract/plugin';
import { contextTokens } from './context-tokens';

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** `openai-compatible`: any service with OpenAI's Chat Completions API, local or remote. */
export default defineModel({
  id: 'openai-compatible',
  summary: 'Uses a language model behind an OpenAI-compatible API: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.',
  config: z.object({
    baseUrl: serviceAddress
      .describe('Base URL of the service, e.g. `http://127.0.0.1:11434/v1`.')
      .meta({ bindsSecrets: true, environment: 'GLEANER_LLM_BASE_URL' }),
    apiKey: z
      .string()
      .optional()
      .describe('API key; a local service may not need one.')
      .meta({ secret: true, environment: 'GLEANER_LLM_API_KEY' }),
    ...languageModelFields,
    model: languageModelFields.model.meta({ environment: 'GLEANER_LLM_MODEL' }),
  }),
  create: ({ baseUrl, apiKey, ...settings }, { languageModel }) => {
    const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
    return languageModel({
      baseUrl,
      settings,
      async connect(fetch, model) {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        const options = { name: 'service', baseURL: baseUrl, apiKey, fetch, supportsStructuredOutputs: true };
        return createOpenAICompatible({ ...options, transformRequestBody: strictWherePossible })(model);
      },
      catalogue: {
        path: '/models',
        headers,
        names: (answer) => listed.parse(answer).data.map(({ id }) => id),
      },
      contextTokens: (model) => contextTokens({ baseUrl, headers }, model),
    });
  },
});

/** Disables strict mode for schemas that allow arbitrary keys, because services reject such schemas in strict mode. */
function strictWherePossible(body: Record<string, unknown>): Record<string, unknown> {
  const format = body.response_format as { readonly json_schema?: object } | undefined;
  if (!format?.json_schema || !/"additionalProperties":(?!false)/.test(JSON.stringify(format))) return body;
  return { ...body, response_format: { ...format, json_schema: { ...format.json_schema, strict: false } } };
}
