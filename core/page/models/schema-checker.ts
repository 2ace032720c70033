import { AppError } from '../../common/errors';
import type { SchemaErrors } from './language/schema-check';
import { schemaError, sizeError } from './schema-error';

/** Input of a check: a JSON schema to check, or a valid schema and a value to validate. */
export interface CheckInput {
  readonly schema: object;
  readonly checked?: {
    readonly value: unknown;
    /** JSON pointers of values that are null because they were not found. */
    readonly missing: ReadonlySet<string>;
  };
}

/** Result of a check. */
export interface CheckOutput {
  /** Reason why the schema is invalid, if any. */
  readonly invalid?: string;
  /** Schema violations in the value. */
  readonly errors: Awaited<ReturnType<SchemaErrors>>;
}

/** Compiles JSON schemas off the request thread, because compiling a large schema takes seconds. */
export interface SchemaChecker {
  check(input: CheckInput, signal: AbortSignal): Promise<CheckOutput>;
}

/** Injection token for the schema checker. */
export const SchemaChecker = Symbol('SchemaChecker');

/**
 * Maximum number of objects and lists in a schema that is compiled on the request thread. A schema of this size takes
 * about 10 ms to compile.
 */
const maxQuickParts = 50;

/** Maximum length of a reason, in characters. Compiler messages may be long because they quote the schema. */
const maxReasonChars = 500;

/** Schemas known to compile, so that a job's schema is not compiled again for each page. */
const valid = new WeakSet<object>();

/** Throws BAD_REQUEST if a JSON schema does not compile. The error message refers to the schema by `name`. */
export async function assertSchema(schema: unknown, checker: SchemaChecker, name = 'The schema'): Promise<void> {
  if (typeof schema === 'object' && schema !== null && valid.has(schema)) return;
  const wrong =
    typeof schema === 'object' && schema !== null ? await problemOf(schema, checker) : 'it is not an object';
  if (wrong === undefined) {
    valid.add(schema as object);
    return;
  }
  const reason = wrong.length > maxReasonChars ? `${wrong.slice(0, maxReasonChars)}…` : wrong;
  throw new AppError('BAD_REQUEST', `${name} is not a valid JSON schema: ${reason}.`);
}

/** Returns the reason why a schema does not compile, if any. */
async function problemOf(schema: object, checker: SchemaChecker): Promise<string | undefined> {
  const tooLarge = sizeError(schema);
  if (tooLarge !== undefined || !isLarge(schema)) return tooLarge ?? schemaError(schema);
  return (await checker.check({ schema }, never)).invalid;
}

/** Returns a function that lists the schema violations in a value. The schema must be valid. */
export async function errorsBy(schema: object, checker: SchemaChecker): Promise<SchemaErrors> {
  if (isLarge(schema))
    return async (value, missing = new Set()) =>
      (await checker.check({ schema, checked: { value, missing } }, never)).errors;
  const { schemaErrors } = await import('./language/schema-check');
  return schemaErrors(schema as Readonly<Record<string, unknown>>);
}

/** A signal that never aborts, because each check has a time limit of its own. */
const never = new AbortController().signal;

/** True if a schema takes a long time to compile. */
function isLarge(schema: object): boolean {
  const open: object[] = [schema];
  for (let parts = 1; open.length > 0; parts++) {
    if (parts > maxQuickParts) return true;
    for (const value of Object.values(open.pop() ?? {}))
      if (typeof value === 'object' && value !== null) open.push(value);
  }
  return false;
}
