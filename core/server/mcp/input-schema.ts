type Json = Readonly<Record<string, unknown>>;

/** Request fields hidden from language models; the API accepts them anyway. */
const unlisted =
  /^(?:__.*|webhook|origin|integration|appendToId|urlTrace|useMock|fastMode|useIndex|ignoreCache|storeInCache|removeBase64Images|zeroDataRetention|robotsUserAgent|regexOnFullURL)$/;
/** Schema keywords of no use to a model. */
const dropped = new Set(['$schema', 'pattern', 'propertyNames', 'maxLength', 'additionalProperties']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Simplifies the JSON schema of a request for a model. */
export function inputSchema(schema: Json): Json & { readonly type: 'object' } {
  return { ...shortened(schema), type: 'object' };
}

function shortened(schema: Json): Json {
  const entries = Object.entries(schema).filter(([keyword]) => !dropped.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, keyword === 'properties' ? fields(value) : inner(value)]),
  );
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return isObject(value) ? shortened(value) : value;
}

/** Field names are not keywords: a field may be called `pattern`. */
function fields(properties: unknown): Json {
  const listed = Object.entries(properties as Json).filter(([name]) => !unlisted.test(name));
  return Object.fromEntries(listed.map(([name, schema]) => [name, inner(schema)]));
}
