import { z } from 'zod';
import type { DeriveContext, FormatPlugin } from '../../contract/plugin';
import type { DescribedPlugin } from './described-plugins';
import type { FlatDom } from './flat-dom';
import { bytesOf, readResult } from './guest-result';
import type { SandboxValue } from './messages';
import { ownSettings, plainSchema } from './plain-schema';
import { type PluginSandbox, SandboxError } from './plugin-sandbox';

/** Returns a format that runs in the sandbox. `index` is the position of the plugin in the default export. */
export function sandboxedFormat(sandbox: PluginSandbox, plugin: DescribedPlugin, index: number): FormatPlugin {
  const { id, summary, needs, as, requires, versions } = plugin;
  const config = plainSchema(plugin.config)?.schema;
  return {
    ...{ kind: 'format', id, summary, needs, as, requires, versions, isSandboxed: true },
    options: plainSchema(plugin.options)?.schema,
    config,
    derive: (values: Readonly<Record<string, unknown>>, context: DeriveContext) =>
      derive(sandbox, { index, id, schema: config }, values, context),
  } as FormatPlugin;
}

const result = z.object({
  value: z.unknown(),
  warnings: z.array(z.string()).max(1000).catch([]),
  kept: z.unknown().optional(),
});

/** Derives a format in the sandbox. If the plugin fails, returns undefined and adds a warning with the reason. */
async function derive(
  sandbox: PluginSandbox,
  { index, id, schema }: { readonly index: number; readonly id: string; readonly schema?: z.ZodObject },
  needed: Readonly<Record<string, unknown>>,
  { url, isUnlinked, options, config, warn, keep, signal }: DeriveContext,
): Promise<unknown> {
  const values = Object.fromEntries(Object.entries(needed).map(([need, value]) => [need, toSandbox(need, value)]));
  try {
    const input = { context: { url, isUnlinked }, options, config };
    const settings = schema && ownSettings(schema, config);
    const json = await sandbox.call({ index, method: 'derive', input, values, settings }, signal);
    const { value, warnings, kept } = readResult(json, result);
    for (const sentence of warnings.slice(0, 20)) warn(sentence.slice(0, 500));
    if (kept !== undefined) keep(kept);
    return withBytes(value);
  } catch (thrown) {
    if (!(thrown instanceof SandboxError)) throw thrown;
    warn(`The plugin format "${id}" returned no value: ${thrown.message}`);
    return undefined;
  }
}

const isDom = (value: object): value is FlatDom => 'nodes' in value && value.nodes instanceof Int32Array;

function toSandbox(need: string, value: unknown): SandboxValue {
  if (value === undefined) return { kind: 'none' };
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'object' && value !== null && isDom(value)) return { kind: 'dom', dom: value };
  if (need !== 'page') return { kind: 'json', text: JSON.stringify(value) };
  const { url, statusCode, contentType, headers, body } = value as Readonly<Record<string, unknown>>;
  // Hides cookies from plugins, because a cookie may give access to a logged-in session.
  const { 'set-cookie': _, ...shown } = (headers ?? {}) as Readonly<Record<string, string>>;
  const text = JSON.stringify({ url, statusCode, contentType, headers: shown });
  return { kind: 'page', text, body: body as Uint8Array };
}

/** Decodes a file that the guest has encoded as base64. Returns other values unchanged. */
function withBytes(value: unknown): unknown {
  // Returns strings unchanged, because spreading a string would create a property for each character.
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes: bytes, ...rest } = value as { readonly $bytes?: unknown };
  return typeof bytes === 'string' ? { ...rest, bytes: bytesOf(bytes) } : value;
}
