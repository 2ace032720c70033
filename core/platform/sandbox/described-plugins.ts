import { z } from 'zod';
import { pluginKinds } from '../../common/plugin-files';
import { parseSafely } from './guest-result';
import { plainSchema } from './plain-schema';
import { SandboxError } from './plugin-sandbox';

const id = z.string().regex(/^[A-Za-z][\w-]{0,60}$/);
const schema = z.record(z.string(), z.unknown()).optional();
const described = z
  .array(
    z.object({
      kind: z.enum(pluginKinds),
      id,
      summary: z.string().trim().min(1).max(300),
      needs: z.array(id).max(30).default([]),
      as: id.optional(),
      requires: z.array(id).max(10).optional(),
      versions: z.array(z.enum(['v1', 'v2'])).optional(),
      sources: z
        .array(z.enum(['web', 'news', 'images']))
        .min(1)
        .max(3)
        .default(['web']),
      mediaTypes: z
        .array(z.string().regex(/^[\w.+*-]{1,50}(?:\/[\w.+*-]{1,100})?$/))
        .max(50)
        .default([]),
      extensions: z
        .array(z.string().regex(/^\.[\w.-]{1,30}$/i))
        .max(50)
        .default([]),
      whenOff: z.enum(['base64', 'error']).optional(),
      fallback: z.boolean().optional(),
      optIn: z.boolean().optional(),
      takesPictures: z.boolean().optional(),
      asks: z.boolean().optional(),
      options: schema,
      config: schema,
      trustedFields: z.array(z.string().max(40)).max(20),
    }),
  )
  .min(1)
  .max(20);

/** A plugin as described by its code, with valid fields. */
export type DescribedPlugin = z.output<typeof described>[number];

/** Values in a plugin's `needs` that cannot be copied into the sandbox. */
const trustedNeeds: ReadonlySet<string> = new Set(['capture', 'model', 'markup']);

/**
 * Validates a plugin's description of itself. Throws SandboxError if the description does not match any kind of plugin.
 */
export function readDescription(json: string): readonly DescribedPlugin[] {
  const parsed = described.safeParse(parseSafely(json));
  if (parsed.success) return parsed.data;
  const { path = [], message } = parsed.error.issues[0] ?? {};
  const field = path.slice(1).join('.');
  const reason = 'its default export was not created with a define function of gleaner/plugin';
  throw new SandboxError(`${reason}${field ? ` ("${field}": ${message})` : ''}.`);
}

/** Returns a sentence that says why plugins cannot run in the sandbox. Undefined if they can run there. */
export function whyTrusted(plugins: readonly DescribedPlugin[], imports: readonly string[]): string | undefined {
  if (imports.length > 0) return `The plugin imports ${imports.join(', ')}, which only trusted plugins can use.`;
  for (const { kind, id: name, needs, trustedFields, options, config } of plugins) {
    if (kind === 'proxy') return 'The plugin is a proxy, and proxies cannot run in the sandbox.';
    const need = needs.find((one) => trustedNeeds.has(one));
    if (need) return `The ${kind} "${name}" needs "${need}", which only trusted plugins can use.`;
    if (trustedFields[0]) return `The ${kind} "${name}" has "${trustedFields[0]}", which only trusted plugins can use.`;
    const problem = plainSchema(options)?.problem ?? plainSchema(config)?.problem;
    if (problem) return `The ${kind} "${name}" has options that the sandbox cannot check: ${problem}`;
  }
  return undefined;
}
