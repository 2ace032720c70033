import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { referenceError } from './schema-references';

const options: Options = { strict: false, validateFormats: false, logger: false };

/**
 * Options for compiling schemas with many properties quickly. `allErrors` avoids nested checks. Optimization is
 * disabled, because it takes quadratic time. Inlining is disabled, because it would copy a definition for each of its
 * references.
 */
const compilerOptions: Options = {
  ...{ ...options, validateSchema: false, allErrors: true, messages: false },
  ...{ inlineRefs: false, code: { optimize: false } },
};

/** Maximum number of values to check in an `enum`. Checking that all of them differ takes quadratic time. */
const checkedEnumValues = 500;

/** Maximum number of objects and lists in a schema. Compiling a larger schema would block a thread for too long. */
const maxParts = 3000;

/** Maximum number of values in a schema, including those of an `enum`. */
const maxValues = 20_000;

/**
 * Maximum number of patterns in `patternProperties`. In an object schema, each pattern is compiled once per property.
 */
const maxNamePatterns = 100;

/**
 * Maximum length of a name, maximum length of a pattern, and maximum total length of all strings in a schema, in
 * characters.
 */
const [maxNameChars, maxPatternChars, maxChars] = [1000, 5000, 1_000_000];

/**
 * Returns the reason why a JSON schema does not compile, if any. Unknown formats, keywords and dialects are allowed.
 */
export function schemaError(schema: object): string | undefined {
  const wrong = sizeError(schema) ?? referenceError(schema);
  if (wrong !== undefined) return wrong;
  const { $schema: dialect, ...rest } = schema as { readonly $schema?: unknown };
  const Dialect = /20(?:19-09|20-12)/.test(String(dialect)) ? Ajv2020 : Ajv;
  try {
    const short = withShortEnums(rest);
    const validator = new Dialect(options);
    if (!validator.validateSchema(short)) return `schema is invalid: ${validator.errorsText()}`;
    new Dialect(compilerOptions).compile(short);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof RangeError) return 'it is nested too deeply';
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

const withShortEnums = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'enum' && Array.isArray(value) ? value.slice(0, checkedEnumValues) : value,
  ) as object;

/** Returns the reason why a JSON schema is too large to be compiled, if any. */
export function sizeError(schema: object): string | undefined {
  const open: object[] = [schema];
  let [values, chars, namePatterns] = [0, 0, 0];
  for (let parts = 1; open.length > 0; parts++) {
    const part = (open.pop() ?? {}) as Readonly<Record<string, unknown>>;
    const names = Object.keys(part);
    values += names.length;
    if (values > maxValues) return `it contains more than ${maxValues} values; use fewer`;
    if (parts > maxParts) return `it has more than ${maxParts} parts; use fewer properties`;
    for (const name of names) {
      const value = part[name];
      chars += name.length + (typeof value === 'string' ? value.length : 0);
      if (chars > maxChars) return `it has more than ${maxChars} characters; shorten its descriptions and values`;
      if (name.length > maxNameChars) return `a name in it is longer than ${maxNameChars} characters; shorten it`;
      if (name === 'pattern' && typeof value === 'string' && value.length > maxPatternChars)
        return `a pattern in it is longer than ${maxPatternChars} characters; shorten it`;
      if (name === 'patternProperties') namePatterns += Object.keys(value ?? {}).length;
      if (namePatterns > maxNamePatterns)
        return `it has more than ${maxNamePatterns} patterns in "patternProperties"; use fewer`;
      if (name === '$async' && value === true) return 'it is asynchronous; remove "$async"';
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return undefined;
}
