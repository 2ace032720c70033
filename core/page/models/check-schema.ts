import { type SchemaErrors, schemaErrors } from './language/schema-check';
import type { CheckInput, CheckOutput } from './schema-checker';
import { schemaError } from './schema-error';

/** Maximum number of cached schemas. A page needs two: the caller's schema and the schema of the model's answer. */
const maxCompiled = 4;

/** Compiled schemas, keyed by their JSON. The most recently used schema is last. */
const compiled = new Map<string, SchemaErrors>();

/** Checks a schema, or checks a value against a valid schema. Runs on a reader thread if the schema is large. */
export async function checkSchema({ schema, checked }: CheckInput): Promise<CheckOutput> {
  if (!checked) return { invalid: schemaError(schema), errors: [] };
  const errors = await compiledOf(schema)(checked.value, checked.missing);
  return { errors: errors.map(({ instancePath, message }) => ({ instancePath, message })) };
}

function compiledOf(schema: object): SchemaErrors {
  const key = JSON.stringify(schema);
  const errorsOf = compiled.get(key) ?? schemaErrors(schema as Readonly<Record<string, unknown>>);
  compiled.delete(key);
  compiled.set(key, errorsOf);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= maxCompiled) break;
    compiled.delete(oldest);
  }
  return errorsOf;
}
