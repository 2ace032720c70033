import { z } from 'zod';
import type { FormatPlugin, Plugin } from '../../../contract/plugin';
import type { CallInput, PluginDescription } from '../messages';
import { host } from './host';
import { http, settle } from './http';
import { LazyDom } from './lazy-node';

let plugins: readonly Plugin[] = [];

/** Accepts the default export of the plugin's script: a plugin or a list of plugins. */
export function register(exported: unknown): void {
  plugins = (Array.isArray(exported) ? exported : [exported]) as readonly Plugin[];
}

host.install(() => JSON.stringify(plugins.map(describe)), serve, settle);

const schemaOf = (schema: unknown): object | undefined =>
  schema instanceof z.ZodObject ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : undefined;

/** Fields of plugins that only trusted plugins may have. */
const trustedFields = ['setup', 'capture', 'ofFile', 'extracts', 'fields', 'v1', 'cost'] as const;

function describe(plugin: Plugin): PluginDescription {
  const fields = (plugin ?? {}) as unknown as Partial<FormatPlugin> & { readonly type?: string };
  const { kind, id = fields.type, summary, needs, as, requires, versions } = fields;
  return {
    ...{ kind: String(kind), id: String(id), summary: String(summary) },
    ...{ needs: needs ?? [], requires, versions, as: typeof as === 'string' ? as : undefined },
    options: schemaOf(fields.options),
    config: schemaOf(fields.config),
    trustedFields: trustedFields.filter((name) => fields[name] !== undefined),
  };
}

/** Derives a format for one page; returns its value, warnings and what it stores as JSON. */
async function serve(call: string): Promise<string> {
  const { index, kinds, context } = JSON.parse(call) as CallInput;
  const plugin = plugins[index] as FormatPlugin;
  const warnings: string[] = [];
  let kept: unknown;
  const value = await (plugin.derive as (values: object, context: object) => unknown)(valuesOf(kinds), {
    ...context,
    options: plugin.options ? plugin.options.parse(context.options) : context.options,
    config: plugin.config ? plugin.config.parse(context.config) : context.config,
    warn: (sentence: string) => void warnings.push(String(sentence)),
    keep: (json: unknown) => {
      kept = json;
    },
    signal: { aborted: false, throwIfAborted() {}, addEventListener() {}, removeEventListener() {} },
    http,
  });
  return JSON.stringify({ value: withBytes(value), warnings, kept });
}

/** Returns the values that the format needs; each is read when it is first used. */
function valuesOf(kinds: CallInput['kinds']): object {
  const values = {};
  for (const [name, kind] of Object.entries(kinds)) {
    let read: { readonly value: unknown } | undefined;
    const get = () => {
      read ??= { value: readValue(name, kind) };
      return read.value;
    };
    Object.defineProperty(values, name, { get, enumerable: true });
  }
  return values;
}

function readValue(name: string, kind: CallInput['kinds'][string]): unknown {
  if (kind === 'none') return undefined;
  if (kind === 'dom') return new LazyDom(name).node(0);
  if (kind === 'text') return host.value(name);
  const value = JSON.parse(host.value(name));
  if (kind === 'page') Object.defineProperty(value, 'body', { get: () => new Uint8Array(host.bytes(name, 'body')) });
  return value;
}

/** Encodes the bytes of a file as base64. */
function withBytes(value: unknown): unknown {
  const { bytes, ...rest } = (value ?? {}) as { readonly bytes?: unknown };
  if (!(bytes instanceof Uint8Array)) return value;
  return { ...rest, $bytes: host.fromBytes(bytes.slice().buffer, 'base64') };
}
