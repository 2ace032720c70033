import { type ServiceModel, z } from '../../../core/contract/plugin';

const count = z.int().positive().optional().catch(undefined);
const models = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: count,
      context_length: count,
      context_window: count,
      loaded_context_length: count,
      max_context_length: count,
    }),
  ),
});
const shown = z.object({ parameters: z.string().catch(''), model_info: z.record(z.string(), z.unknown()).catch({}) });
const running = z.object({ models: z.array(z.object({ name: z.string(), context_length: count })) });
const props = z.object({ default_generation_settings: z.object({ n_ctx: count }) });

/** Default context length of Ollama and LM Studio, in tokens. */
const localDefault = 4096;

/** Base URL of a service, and the headers to send. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the context length that the service reports for a model. The model list of vLLM, OpenRouter and similar
 * services contains this length. If the list has no length and the service does not use TLS, queries the APIs of LM
 * Studio, Ollama and llama.cpp. Sends the API key only to URLs below the base URL.
 */
export async function contextTokens(
  { baseUrl, headers }: ServiceAddress,
  { name, fetch, signal }: ServiceModel,
): Promise<number | undefined> {
  const read = async <T>(schema: z.ZodType<T>, url: string, init: RequestInit = {}): Promise<T | undefined> => {
    const answer = await fetch(url, { ...init, signal }).catch(() => undefined);
    const body: unknown = await answer?.json().catch(() => undefined);
    signal.throwIfAborted();
    return answer?.ok ? schema.safeParse(body).data : undefined;
  };
  const inList = async (url: string, init?: RequestInit) =>
    (await read(models, url, init))?.data.find(({ id }) => id === name);
  const model = await inList(`${baseUrl}/models`, { headers });
  const listed = model?.max_model_len ?? model?.context_length ?? model?.context_window ?? model?.max_context_length;
  if (listed !== undefined || !baseUrl.startsWith('http:')) return listed;
  const root = baseUrl.replace(/\/v1$/, '');
  const ofStudio = await inList(`${root}/api/v0/models`);
  if (ofStudio)
    return ofStudio.loaded_context_length ?? Math.min(localDefault, ofStudio.max_context_length ?? Infinity);
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: name }),
  };
  const ofOllama = await read(shown, `${root}/api/show`, post);
  if (ofOllama) return lengthInOllama(ofOllama, await read(running, `${root}/api/ps`), name);
  return (await read(props, `${root}/props`))?.default_generation_settings.n_ctx;
}

/**
 * Returns the context length reported for a running model. Falls back to its `num_ctx` parameter, then to the default.
 * The result never exceeds the context length with which the model was trained.
 */
function lengthInOllama(
  { parameters, model_info: info }: z.output<typeof shown>,
  loaded: z.output<typeof running> | undefined,
  name: string,
): number {
  const isSame = (other: string) => other === name || other === `${name}:latest`;
  const own = loaded?.models.find((model) => isSame(model.name))?.context_length;
  const set = count.parse(Number(/^num_ctx\s+(\d+)/m.exec(parameters)?.[1]));
  const trained = count.parse(Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]);
  return Math.min(own ?? set ?? localDefault, trained ?? Infinity);
}
