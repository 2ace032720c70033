import { z } from 'zod';
import type { DeriveContext, FormatPlugin } from '../../contract/plugin';
import type { FlatDom } from './flat-dom';
import type { SandboxValue } from './messages';
import { plainSchema } from './plain-schema';
import { type PluginSandbox, SandboxError } from './plugin-sandbox';

const id = z.string().regex(/^[A-Za-z][\w-]{0,60}$/);
const schema = z.record(z.string(), z.unknown()).optional();
const described = z
  .array(
    z.object({
      kind: z.enum(['format', 'action', 'proxy', 'model', 'sink', 'parser', 'search']),
      id,
      summary: z.string().trim().min(1).max(300),
      needs: z.array(id).max(30),
      as: id.optional(),
      requires: z.array(id).max(10).optional(),
      versions: z.array(z.enum(['v1', 'v2'])).optional(),
      options: schema,
      config: schema,
      trustedFields: z.array(z.string().max(40)).max(20),
    }),
  )
  .min(1)
  .max(20);

/** A plugin as described by its code, with valid fields. */
export type DescribedPlugin = z.output<typeof described>[number];

/** Kinds of plugins that can run in the sandbox. */
const sandboxedKinds: ReadonlySet<string> = new Set(['format']);
/** Base values that cannot be copied into the sandbox. */
const trustedNeeds: ReadonlySet<string> = new Set(['capture', 'model', 'markup']);

/** Validates a plugin's description of itself. Throws SandboxError if it is not a plugin. */
export function readDescription(json: string): readonly DescribedPlugin[] {
  const parsed = described.safeParse(parseSafely(json));
  if (parsed.success) return parsed.data;
  throw new SandboxError('its default export was not created with a define function of gleaner/plugin.');
}

/** Returns why plugins cannot run in the sandbox, as a sentence; undefined if they can. */
export function whyTrusted(plugins: readonly DescribedPlugin[], imports: readonly string[]): string | undefined {
  const rest = 'which only trusted plugins can use.';
  if (imports.length > 0) return `It imports ${imports.join(', ')}, ${rest}`;
  for (const { kind, id: name, needs, trustedFields, options, config } of plugins) {
    if (!sandboxedKinds.has(kind)) return `It is a ${kind}, and only formats can run in the sandbox.`;
    const need = needs.find((one) => trustedNeeds.has(one));
    if (need) return `The format "${name}" needs "${need}", ${rest}`;
    if (trustedFields[0]) return `The format "${name}" has "${trustedFields[0]}", ${rest}`;
    const problem = plainSchema(options)?.problem ?? plainSchema(config)?.problem;
    if (problem) return `The format "${name}" has options that the sandbox cannot check: ${problem}`;
  }
  return undefined;
}

/** Returns formats that run in the sandbox. */
export function sandboxedFormats(sandbox: PluginSandbox, plugins: readonly DescribedPlugin[]): readonly FormatPlugin[] {
  return plugins.map((plugin, index) => {
    const { options, config, trustedFields, kind, ...fields } = plugin;
    return {
      ...fields,
      kind: 'format',
      isSandboxed: true,
      options: plainSchema(options)?.schema,
      config: plainSchema(config)?.schema,
      derive: (values: Readonly<Record<string, unknown>>, context: DeriveContext) =>
        derive(sandbox, { index, id: plugin.id }, values, context),
    } as FormatPlugin;
  });
}

const result = z.object({
  value: z.unknown(),
  warnings: z.array(z.string()).max(1000).catch([]),
  kept: z.unknown().optional(),
});

/** Derives a format in the sandbox. If the plugin fails, the value is undefined and a warning says why. */
async function derive(
  sandbox: PluginSandbox,
  { index, id: name }: { readonly index: number; readonly id: string },
  needed: Readonly<Record<string, unknown>>,
  { url, isUnlinked, options, config, warn, keep, signal }: DeriveContext,
): Promise<unknown> {
  const values = Object.fromEntries(Object.entries(needed).map(([need, value]) => [need, toSandbox(need, value)]));
  try {
    const json = await sandbox.call(
      { type: 'call', input: { index, context: { url, isUnlinked, options, config } }, values },
      signal,
    );
    const { value, warnings, kept } = readResult(json);
    for (const sentence of warnings.slice(0, 20)) warn(sentence.slice(0, 500));
    if (kept !== undefined) keep(kept);
    return withBytes(value);
  } catch (thrown) {
    if (!(thrown instanceof SandboxError)) throw thrown;
    warn(`The plugin format "${name}" returned no value: ${thrown.message}`);
    return undefined;
  }
}

/** Validates a result, because the plugin can send any JSON. */
function readResult(json: string): z.output<typeof result> {
  const parsed = result.safeParse(parseSafely(json));
  if (parsed.success) return parsed.data;
  throw new SandboxError('its result is not valid.');
}

/** Parses JSON from a plugin without keys that would change a prototype when they are copied. */
function parseSafely(json: string): unknown {
  try {
    // An escape can spell the key, too.
    if (!/__proto__|\\u00/.test(json)) return JSON.parse(json);
    return JSON.parse(json, (key, value) => (key === '__proto__' ? undefined : value));
  } catch {
    throw new SandboxError('its result is not valid JSON.');
  }
}

const isDom = (value: object): value is FlatDom => 'nodes' in value && value.nodes instanceof Int32Array;

function toSandbox(need: string, value: unknown): SandboxValue {
  if (value === undefined) return { kind: 'none' };
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'object' && value !== null && isDom(value)) return { kind: 'dom', dom: value };
  if (need !== 'page') return { kind: 'json', text: JSON.stringify(value) };
  const { url, statusCode, contentType, headers, body } = value as Readonly<Record<string, unknown>>;
  // A cookie can be the login of a session, which a plugin must not see.
  const { 'set-cookie': _, ...shown } = (headers ?? {}) as Readonly<Record<string, string>>;
  const text = JSON.stringify({ url, statusCode, contentType, headers: shown });
  return { kind: 'page', text, body: body as Uint8Array };
}

/** Decodes a file, which the guest encodes as base64. */
function withBytes(value: unknown): unknown {
  const { $bytes: bytes, ...rest } = (value ?? {}) as { readonly $bytes?: unknown };
  return typeof bytes === 'string' ? { ...rest, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) } : value;
}
