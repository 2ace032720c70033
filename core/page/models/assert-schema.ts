import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError } from '../../common/errors';

const options: Options = { strict: false, validateFormats: false, logger: false };

/**
 * Options for compiling schemas with many properties quickly. `allErrors` avoids nested checks. Optimization is
 * disabled, because it takes quadratic time.
 */
const compilerOptions: Options = {
  ...{ ...options, validateSchema: false, allErrors: true },
  code: { optimize: false },
};

/** Maximum number of `enum` values to check, because comparing them takes quadratic time. */
const checkedEnumValues = 500;

/** Maximum number of objects and lists in a schema. Compiling a larger schema would block the request thread. */
const maxParts = 3000;

/** Maximum number of values in a schema, including those of an `enum`. */
const maxValues = 20_000;

/** Throws BAD_REQUEST if a JSON schema does not compile. The message calls the schema `name`. */
export function assertSchema(schema: unknown, name = 'The schema'): void {
  const wrong = schemaError(schema);
  if (wrong !== undefined) throw new AppError('BAD_REQUEST', `${name} is not a valid JSON schema: ${wrong}.`);
}

/**
 * Returns the reason why a JSON schema does not compile, if any. Unknown formats, keywords and dialects are allowed.
 */
function schemaError(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return 'it is not an object';
  const wrongSize = sizeError(schema);
  if (wrongSize !== undefined) return wrongSize;
  const { $schema: dialect, ...rest } = schema as { readonly $schema?: unknown };
  const Dialect = /20(?:19-09|20-12)/.test(String(dialect)) ? Ajv2020 : Ajv;
  try {
    const short = withShortEnums(rest);
    const validator = new Dialect(options);
    if (!validator.validateSchema(short)) return `schema is invalid: ${validator.errorsText()}`;
    new Dialect(compilerOptions).compile(short);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof RangeError) {
      const circle = circularReference(rest);
      return circle === undefined ? 'it is nested too deeply' : `the reference "${circle}" refers to itself`;
    }
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Returns a `$ref` that leads back to itself only through other references, if any. */
function circularReference(schema: object): string | undefined {
  const open: object[] = [schema];
  for (let at = open.pop(); at; at = open.pop()) {
    const seen = new Set<unknown>();
    let next = at as { readonly $ref?: unknown } | undefined;
    while (typeof next?.$ref === 'string') {
      if (seen.has(next.$ref)) return next.$ref;
      seen.add(next.$ref);
      next = valueAt(schema, next.$ref);
    }
    for (const value of Object.values(at)) if (typeof value === 'object' && value !== null) open.push(value);
  }
  return undefined;
}

/** Returns the part of a schema to which a reference such as `#/$defs/price` points, if any. */
function valueAt(schema: object, reference: string): object | undefined {
  const steps = reference.split('/').slice(1);
  const found = steps.reduce<unknown>((value, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Readonly<Record<string, unknown>>)[key]
      : undefined;
  }, schema);
  return typeof found === 'object' && found !== null ? found : undefined;
}

const withShortEnums = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'enum' && Array.isArray(value) ? value.slice(0, checkedEnumValues) : value,
  ) as object;

function sizeError(schema: object): string | undefined {
  const open: object[] = [schema];
  let values = 0;
  for (let parts = 1; open.length > 0; parts++) {
    const inner = Object.values(open.pop() ?? {});
    values += inner.length;
    if (values > maxValues) return `it contains more than ${maxValues} values; use fewer`;
    if (parts > maxParts) return `it has more than ${maxParts} parts; use fewer properties`;
    for (const value of inner) if (typeof value === 'object' && value !== null) open.push(value);
  }
  return undefined;
}
