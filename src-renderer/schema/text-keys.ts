import type { JsonSchema } from './json-schema';

declare module '../../core/common/json-schema' {
  interface JsonSchema {
    /** Key of the translated description, e.g. `crawl.limit`. Set by `withTextKeys`. */
    readonly textKey?: string;
  }
}

type Owners = Readonly<Record<string, string>>;

/** Fields with the same descriptions in all kinds of requests, each with the text key of its description. */
const sharedFields: Owners = { scrapeOptions: 'page', webhook: 'webhook' };

/**
 * Adds a text key to a schema and each of its fields. A field's key consists of the given key and the field's path,
 * e.g. `page.location.country`.
 */
export function withTextKeys(schema: JsonSchema, given: string, owners: Owners = {}): JsonSchema {
  const key = choiceKey(schema, given) ?? given;
  const all = (parts: readonly JsonSchema[]) => parts.map((part) => withTextKeys(part, key, owners));
  const { properties, items, anyOf, oneOf, allOf } = schema;
  return {
    ...schema,
    textKey: key,
    ...(properties && { properties: fieldsWithKeys(properties, key, owners) }),
    ...(items && { items: withTextKeys(items, key) }),
    ...(anyOf && { anyOf: all(anyOf) }),
    ...(oneOf && { oneOf: all(oneOf) }),
    ...(allOf && { allOf: all(allOf) }),
  };
}

/** Returns the key of a format, action or parser in a request, e.g. `page.formats` → `format.markdown`. */
function choiceKey({ properties }: JsonSchema, key: string): string | undefined {
  const [, kind] = /\.(format|action|parser)s$/.exec(key) ?? [];
  const id = kind && properties?.type && onlyValue(properties.type);
  return id && `${kind}.${id}`;
}

/** Returns the only value that a schema allows. Undefined if it allows more. */
export function onlyValue({ const: constant, enum: values }: JsonSchema): string | undefined {
  const value = values?.length === 1 ? values[0] : constant;
  return typeof value === 'string' ? value : undefined;
}

const fieldsWithKeys = (fields: Readonly<Record<string, JsonSchema>>, key: string, owners: Owners) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withTextKeys(field, owners[name] ?? `${key}.${name}`)]),
  );

/** Adds text keys to the request schema of a job kind. Page options have the same keys for all job kinds. */
export const withRequestKeys = (kind: string, schema: JsonSchema): JsonSchema =>
  withTextKeys(schema, kind === 'scrape' ? 'page' : kind, sharedFields);

/** Adds text keys to the body of a request. Page options at the top level have the same keys as in a scrape. */
export function withBodyKeys(kind: string, schema: JsonSchema, pageOptions: readonly string[]): JsonSchema {
  if (!schema.properties?.onlyMainContent) return withRequestKeys(kind, schema);
  const owners = Object.fromEntries(pageOptions.map((name) => [name, `page.${name}`]));
  return withTextKeys(schema, kind, { ...owners, ...sharedFields });
}

interface Described {
  readonly id: string;
  readonly schema?: JsonSchema;
}

/** Adds text keys to a format, action or parser and its options. Each key starts with the kind and the ID. */
export function withChoiceKeys<T extends Described>(kind: string, choice: T): T & { readonly textKey: string } {
  const textKey = `${kind}.${choice.id}`;
  return { ...choice, textKey, ...(choice.schema && { schema: withTextKeys(choice.schema, textKey) }) };
}
