import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** JSON Schema keywords that can be checked in linear time. Patterns and formats are checked only in the sandbox. */
const keywords: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'items', 'enum', 'const', 'anyOf', 'default', 'description', 'title'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'additionalProperties', 'propertyNames', 'secret', 'bindsSecrets', '$schema'],
]);
const checkedInGuest: ReadonlySet<string> = new Set(['pattern', 'format', 'contentEncoding']);
const maxDepth = 8;

/**
 * Schema that the host uses to validate the options or settings of a sandboxed plugin, or the reason why there is no
 * schema.
 */
export interface PlainSchema {
  readonly schema?: z.ZodObject;
  readonly problem?: string;
}

/**
 * Builds a schema from the JSON schema of a sandboxed plugin. Omits regular expressions, which could block the engine.
 * Undefined if there is no JSON schema.
 */
export function plainSchema(json: object | undefined): PlainSchema | undefined {
  if (json === undefined) return undefined;
  try {
    const made = schemaOf(plain(json, 0));
    if (made instanceof z.ZodObject) return { schema: withMetadata(made, json) };
    return { problem: 'they are not an object.' };
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function schemaOf(json: unknown): z.ZodType {
  try {
    return z.fromJSONSchema(json as never);
  } catch {
    throw new Error('their JSON schema is invalid.');
  }
}

/** Returns the settings that differ from the defaults in the schema. */
export function ownSettings({ shape }: z.ZodObject, config: unknown): Readonly<Record<string, unknown>> {
  const fields = shape as Readonly<Record<string, z.ZodType>>;
  return Object.fromEntries(
    Object.entries(config ?? {}).filter(([name, value]) => {
      const filled = fields[name]?.safeParse(undefined);
      return !filled?.success || !isDeepStrictEqual(filled.data, value);
    }),
  );
}

/**
 * Restores the metadata of an object schema's fields, such as descriptions. Zod drops the metadata of fields with
 * defaults.
 */
function withMetadata(made: z.ZodObject, json: object): z.ZodObject {
  const { properties = {} } = json as { readonly properties?: Readonly<Record<string, Record<string, unknown>>> };
  const fields = Object.entries(made.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const { description, secret, bindsSecrets } = properties[name] ?? {};
    const marks = Object.entries({ description, secret, bindsSecrets }).filter(([, value]) => value !== undefined);
    return [name, field.meta(Object.fromEntries(marks))] as const;
  });
  return z.object(Object.fromEntries(fields));
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) throw new Error('they are nested too deeply.');
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    if (checkedInGuest.has(key)) return [];
    if (!keywords.has(key)) throw new Error(`"${key.slice(0, 40)}" is not supported.`);
    if (key === 'default' || key === 'const' || key === 'enum') return [[key, inner]];
    if (key !== 'properties') return [[key, plain(inner, depth + 1)]];
    const properties = Object.entries(inner as object).map(([name, part]) => [name, plain(part, depth + 1)]);
    return [[key, Object.fromEntries(properties)]];
  });
  return Object.fromEntries(kept);
}
