import { z } from 'zod';
import type { FormatPlugin } from '../../../contract/plugin';
import type { GuestMethod } from '../messages';
import { host } from './host';
import { http } from './http';
import { type GuestPage, livePage } from './live-page';
import { request } from './request';
import { type GuestValues, withBytes } from './values';

/** A signal that never aborts, because a call is cancelled by ending its thread. */
const signal = {
  ...{ aborted: false, reason: undefined, onabort: null },
  ...{ throwIfAborted() {}, addEventListener() {}, removeEventListener() {} },
};

const refuse = (name: string) => () => {
  throw new Error(`${name} is available only to trusted plugins.`);
};

/** Services passed to the `create` function of a plugin. */
const services = {
  http,
  log: {
    info: (text: unknown) => host.log('info', String(text)),
    warn: (text: unknown) => host.log('warn', String(text)),
  },
  ownPages: { search: async () => refuse('ownPages')() },
  languageModel: refuse('languageModel'),
  notify: async ({ title, body }: { readonly title: unknown; readonly body: unknown }) =>
    void (await request('notify', { title: String(title), body: String(body) })),
};

/** Validates a value with a plugin's schema. Only the sandbox checks the schema's patterns and refinements. */
function checked(schema: unknown, value: unknown, what: string): unknown {
  if (!(schema instanceof z.ZodType)) return value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`its ${what} are invalid (${issue?.path.join('.')}: ${issue?.message}).`);
}

/** Return value of a plugin's `create` function. */
type Instance = Readonly<
  Record<'search' | 'extract', (input: unknown, until: unknown) => unknown> & {
    deliver(delivery: object, until: unknown): unknown;
    list?(until: unknown): unknown;
    ask?(question: unknown, until: unknown): unknown;
  }
>;

interface Configured {
  readonly config?: unknown;
  create(config: unknown, given: unknown): Instance;
}

interface Input {
  readonly config?: unknown;
  readonly options?: unknown;
  readonly fields?: unknown;
  readonly page: GuestPage;
  readonly context: { readonly timeoutMs?: number | null };
}

type Method = (plugin: never, input: Input, values: GuestValues) => Promise<object>;

const instanceOf = (plugin: Configured, { config }: Input): Instance =>
  plugin.create(checked(plugin.config, config, 'settings'), services);

/**
 * True if a model answers questions. If the model cannot be created without settings, checks whether its source code
 * mentions `ask`.
 */
export function asks(plugin: Configured): boolean {
  try {
    const { config } = plugin;
    const parsed = config instanceof z.ZodType ? config.safeParse({}).data : undefined;
    return typeof plugin.create(parsed ?? {}, services).ask === 'function';
  } catch {
    return /\bask\b/.test(String(plugin.create));
  }
}

/** Plugin functions that the host can call. Each returns an object with the result as `value`. */
export const methods: Readonly<Record<GuestMethod, Method>> = {
  derive,
  search: async (plugin, input, values) => ({ value: await instanceOf(plugin, input).search(values.input, signal) }),
  extract: async (plugin, input, values) => ({ value: await instanceOf(plugin, input).extract(values.input, signal) }),
  ask: async (plugin, input, values) => ({ value: await instanceOf(plugin, input).ask?.(values.input, signal) }),
  list: async (plugin, input) => ({ value: (await instanceOf(plugin, input).list?.(signal)) ?? [] }),
  deliver: async (plugin, input, values) => {
    const delivery = { ...(values.input as object), body: values.body };
    return { value: await instanceOf(plugin, input).deliver(delivery, signal) };
  },
  parse: async (
    plugin: { readonly options?: unknown; parse(bytes: unknown, context: object): unknown },
    { options, context }: Input,
    values: GuestValues,
  ) => {
    const given = { ...context, timeoutMs: context.timeoutMs ?? Number.POSITIVE_INFINITY };
    const rest = { options: checked(plugin.options, options, 'options'), signal, ocr: refuse('Text recognition') };
    return { value: await plugin.parse(values.body, { ...given, ...rest }) };
  },
  run: async (
    plugin: { readonly schema?: unknown; run(page: object, fields: unknown, until: unknown): unknown },
    { page, fields }: Input,
  ) => {
    const outcome = (await plugin.run(livePage(page), checked(plugin.schema, fields, 'fields'), signal)) ?? {};
    return { value: Object.fromEntries(Object.entries(outcome).map(([list, one]) => [list, withBytes(one)])) };
  },
};

/** Derives a format for one page. Returns the value, the warnings and the data to store. */
async function derive(plugin: FormatPlugin, { context, config, options }: Input, values: GuestValues) {
  const warnings: string[] = [];
  let kept: unknown;
  const value = await (plugin.derive as (values: object, context: object) => unknown)(values, {
    ...context,
    options: checked(plugin.options, options, 'options'),
    config: checked(plugin.config, config, 'settings'),
    warn: (sentence: string) => void warnings.push(String(sentence)),
    keep: (json: unknown) => {
      kept = json;
    },
    signal,
    http,
  });
  return { value: withBytes(value), warnings, kept };
}
