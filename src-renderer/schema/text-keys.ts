import type { JsonSchema } from './json-schema';

declare module '../../core/common/json-schema' {
  interface JsonSchema {
    /** Key of the translated description, e.g. `crawl.limit`. Set by `withTextKeys`. */
    readonly textKey?: string;
  }
}

type Owners = Readonly<Record<string, string>>;

/** Fields whose descriptions are the same for all kinds of requests. */
const sharedFields: Owners = { scrapeOptions: 'page', webhook: 'webhook' };

/**
 * Adds a text key to a schema and each of its fields. A field's key consists of the given key and the field's path,
 * e.g. `page.location.country`.
 */
export function withTextKeys(schema: JsonSchema, key: string, owners: Owners = {}): JsonSchema {
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

const fieldsWithKeys = (fields: Readonly<Record<string, JsonSchema>>, key: string, owners: Owners) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withTextKeys(field, owners[name] ?? `${key}.${name}`)]),
  );

/** Adds text keys to the request schema of a job kind. Page options have the same keys for all job kinds. */
export const withRequestKeys = (kind: string, schema: JsonSchema): JsonSchema =>
  withTextKeys(schema, kind === 'scrape' ? 'page' : kind, sharedFields);

interface Described {
  readonly id: string;
  readonly schema?: JsonSchema;
}

/** Adds text keys to a format, action or parser and its options. Each key starts with the kind and the ID. */
export function withChoiceKeys<T extends Described>(kind: string, choice: T): T & { readonly textKey: string } {
  const textKey = `${kind}.${choice.id}`;
  return { ...choice, textKey, ...(choice.schema && { schema: withTextKeys(choice.schema, textKey) }) };
}
