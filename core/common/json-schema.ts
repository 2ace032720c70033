import { z } from 'zod';

/** Subset of JSON Schema that forms are generated from. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  /** Label of the field. If absent, the label is derived from the field's name. */
  readonly label?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  /** Effect of an empty field. If absent, the field is shown as not set. */
  readonly emptyMeans?: 'unlimited';
  /** True for a value that is stored in the vault and never shown. */
  readonly secret?: boolean;
}

/** A JSON schema in a response. */
export const jsonSchema = z.unknown() as z.ZodType<JsonSchema>;

const converted = new WeakMap<z.ZodType, JsonSchema>();

/**
 * Returns the JSON schema of the input that a Zod schema accepts. Caches the result, because converting the schema of a
 * job kind takes several milliseconds.
 */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const known = converted.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  converted.set(schema, made);
  return made;
}
