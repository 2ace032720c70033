import { z } from 'zod';
import type {
  ModelAnswer,
  ModelInput,
  ModelPlugin,
  ModelQuestion,
  SearchAnswer,
  SearchPlugin,
  SinkDelivery,
  SinkOutcome,
  SinkPlugin,
} from '../../contract/plugin';
import type { DescribedPlugin } from './described-plugins';
import { namedError, readResult } from './guest-result';
import type { SandboxValue } from './messages';
import { ownSettings, plainSchema } from './plain-schema';
import type { GuestCall, PluginSandbox } from './plugin-sandbox';

const sentence = z.string().transform((text) => text.slice(0, 500));
const webUrl = z.url({ protocol: /^https?$/ }).max(8000);
const size = z.number().int().positive().max(100_000);

const searchResult: z.ZodType<{ value: SearchAnswer }> = z.object({
  value: z.object({
    hits: z
      .array(
        z.object({
          ...{ url: webUrl, title: z.string().max(2000) },
          ...{ description: z.string().max(10_000).optional(), date: z.string().max(100).optional() },
          ...{ imageUrl: webUrl.optional(), imageWidth: size.optional(), imageHeight: size.optional() },
        }),
      )
      .max(100),
    warning: sentence.optional(),
  }),
});

const sinkResult: z.ZodType<{ value: SinkOutcome }> = z.object({
  value: z.object({
    result: z.enum(['delivered', 'retry', 'disable']),
    statusCode: z.number().int().optional(),
    message: sentence.optional(),
    retryAfterMs: z.number().min(0).optional(),
  }),
});

const path = z.string().max(1000);
const modelResult = z.object({
  value: z.object({
    value: z.unknown(),
    tokensUsed: z.number().int().min(0).default(0),
    costUsd: z.number().min(0).optional(),
    warning: sentence.optional(),
    isByRules: z.boolean().optional(),
    sources: z
      .array(
        z.object({
          ...{ path, url: webUrl, kind: z.literal('model').catch('model'), selector: path.optional() },
          ...{ excerpt: z.string().transform((text) => text.slice(0, 200)), score: z.number().min(0).max(1) },
        }),
      )
      .optional(),
    missing: z.array(z.object({ path, reason: sentence })).optional(),
  }),
});

const modelNames = z.object({ value: z.array(z.string().max(200)).max(1000) });

/**
 * Timeout in ms for a request sent by a model plugin. It is longer than for other plugins, because models respond
 * slowly.
 */
const modelTimeoutMs = 120_000;

const json = (value: unknown): SandboxValue => ({ kind: 'json', text: JSON.stringify(value) });
const schemaOf = ({ config }: DescribedPlugin): z.ZodObject => plainSchema(config)?.schema ?? z.object({});

/** Calls a function of a plugin and validates the result. If this fails, throws the error returned by `failed`. */
async function ask<Result>(
  sandbox: PluginSandbox,
  call: Omit<GuestCall, 'input'> & { readonly config: unknown },
  { result, signal, failed }: { result: z.ZodType<Result>; signal: AbortSignal; failed(thrown: unknown): unknown },
): Promise<Result> {
  try {
    const { config, ...rest } = call;
    return readResult(await sandbox.call({ ...rest, input: { config } }, signal), result);
  } catch (thrown) {
    throw failed(thrown);
  }
}

/** Returns a search that runs in the sandbox. `index` is the position of the plugin in the default export. */
export function sandboxedSearch(sandbox: PluginSandbox, plugin: DescribedPlugin, index: number): SearchPlugin {
  const { id, summary, sources, fallback, optIn } = plugin;
  const schema = schemaOf(plugin);
  const failed = (thrown: unknown) => namedError(`search "${id}"`, thrown, ['SEARCH_FAILED']);
  return {
    ...{ kind: 'search', id, summary, sources, fallback, optIn, config: schema },
    create: (config, { http }) => ({
      async search(query, signal) {
        const settings = ownSettings(schema, config);
        const call = { index, method: 'search', values: { input: json(query) }, config, http, settings } as const;
        return (await ask(sandbox, call, { result: searchResult, signal, failed })).value;
      },
    }),
  };
}

/** Returns a sink that runs in the sandbox. `index` is the position of the plugin in the default export. */
export function sandboxedSink(sandbox: PluginSandbox, plugin: DescribedPlugin, index: number): SinkPlugin {
  const { id, summary } = plugin;
  const schema = schemaOf(plugin);
  const failed = (thrown: unknown) => namedError(`sink "${id}"`, thrown, ['UNKNOWN_ERROR', 'BAD_REQUEST']);
  const notice = z.object({ title: sentence, body: sentence });
  return {
    ...{ kind: 'sink', id, summary, config: schema },
    create: (config, services) => ({
      async deliver({ body, ...delivery }: SinkDelivery, signal) {
        const notify = async (text: string) => {
          await services.notify(notice.parse(JSON.parse(text)));
          return { json: 'null', body: new Uint8Array() };
        };
        const values = { input: json(delivery), body: { kind: 'bytes', body } } as const;
        const settings = ownSettings(schema, config);
        const call = { index, method: 'deliver', values, config, settings, services: { notify } } as const;
        return (await ask(sandbox, call, { result: sinkResult, signal, failed })).value;
      },
    }),
  };
}

/** Returns a model that runs in the sandbox. `index` is the position of the plugin in the default export. */
export function sandboxedModel(sandbox: PluginSandbox, plugin: DescribedPlugin, index: number): ModelPlugin {
  const { id, summary, asks } = plugin;
  const schema = schemaOf(plugin);
  const failed = (thrown: unknown) => namedError(`model "${id}"`, thrown, ['MODEL_FAILED', 'MODEL_NOT_CONFIGURED']);
  return {
    ...{ kind: 'model', id, summary, config: schema },
    create: (config) => {
      const rest = { index, config, settings: ownSettings(schema, config), timeoutMs: modelTimeoutMs };
      const answerQuestion = async (question: ModelQuestion, signal: AbortSignal) => {
        const call = { ...rest, method: 'ask', values: { input: json(question) } } as const;
        const result = z.object({ value: z.fromJSONSchema(question.schema) });
        return (await ask(sandbox, call, { result, signal, failed })).value;
      };
      return {
        ...(asks && { ask: answerQuestion }),
        async extract(input: ModelInput, signal): Promise<ModelAnswer> {
          const call = { ...rest, method: 'extract', values: { input: json(input) } } as const;
          return (await ask(sandbox, call, { result: modelResult, signal, failed })).value;
        },
        async list(signal) {
          const call = { ...rest, method: 'list', values: {} } as const;
          return (await ask(sandbox, call, { result: modelNames, signal, failed })).value;
        },
      };
    },
  };
}
