import { isObject, type JsonObject } from '../../common/values/json';

/** Request fields that are hidden from language models, although the API accepts them. */
const unlisted =
  /^(?:__.*|webhook|origin|integration|appendToId|urlTrace|useMock|fastMode|useIndex|ignoreCache|storeInCache|removeBase64Images|zeroDataRetention|robotsUserAgent|regexOnFullURL)$/;
/** Schema keywords that a model does not need. */
const dropped = new Set(['$schema', 'pattern', 'propertyNames', 'maxLength', 'additionalProperties']);

/** Simplifies a request's JSON schema for a model. */
export function inputSchema(schema: JsonObject): JsonObject & { readonly type: 'object' } {
  return { ...shortened(schema), type: 'object' };
}

function shortened(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(([keyword]) => !dropped.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, keyword === 'properties' ? fields(value) : inner(value)]),
  );
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return isObject(value) ? shortened(value) : value;
}

/** Simplifies the schemas of fields. Retains fields that have the same name as a schema keyword, such as `pattern`. */
function fields(properties: unknown): JsonObject {
  const listed = Object.entries(properties as JsonObject).filter(([name]) => !unlisted.test(name));
  return Object.fromEntries(listed.map(([name, schema]) => [name, inner(schema)]));
}
