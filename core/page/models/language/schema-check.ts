import { Ajv, type ErrorObject } from 'ajv';
import { UrlPatterns } from '../../../platform/patterns/url-patterns';
import { jsonOf } from './answer-json';

type Schema = Readonly<Record<string, unknown>>;
/** Says what does not fit; undefined when all does. `missing` are pointers of values that are null because nothing states them. */
export type SchemaCheck = (value: unknown, missing?: ReadonlySet<string>) => string | undefined;

const mostNamed = 5;

/** A pattern of a schema, searched within a time limit; a text that takes too long does not match. Ajv tells patterns apart by `toString`. */
function limitedPattern(source: string, flags: string): { test(text: string): boolean; toString(): string } {
  const patterns = new UrlPatterns([source], flags);
  return {
    test: (text) => patterns.isEmpty || patterns.search([text])[0] === 'match',
    toString: () => `/${source}/${flags}`,
  };
}

/** What about a value does not fit a schema, by JSON pointer. */
export type SchemaErrors = (
  value: unknown,
  missing?: ReadonlySet<string>,
) => readonly Pick<ErrorObject, 'instancePath' | 'message'>[];

/** Lists what does not fit a JSON schema that is known to compile. */
export function schemaErrors(schema: Schema): SchemaErrors {
  const regExp = Object.assign(limitedPattern, { code: 'limitedPattern' });
  const options = { strict: false, validateFormats: false, allErrors: true, logger: false, code: { regExp } } as const;
  const validate = new Ajv(options).compile(schema);
  return (value, missing = new Set()) => (validate(value) ? [] : withoutMissing(validate.errors ?? [], missing));
}

/** The first of several errors in one line; undefined when there are none. */
export function problemOf(errors: ReturnType<SchemaErrors>): string | undefined {
  const named = errors.slice(0, mostNamed).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  return named.length > 0 ? named.join('; ') : undefined;
}

/** A check of values by a JSON schema that is known to compile. */
export function schemaCheck(schema: Schema): SchemaCheck {
  const errorsOf = schemaErrors(schema);
  return (value, missing) => problemOf(errorsOf(value, missing));
}

/** Reads an answer as JSON; throws what about it does not fit the schema. */
export function jsonBy(schema: Schema): (answer: string) => unknown {
  const check = schemaCheck(schema);
  return (answer) => {
    const value = jsonOf(answer);
    const problem = check(value);
    if (problem) throw new Error(problem);
    return value;
  };
}

/** Errors that are not just those of a missing value; of variants that fail for nothing else, none is left. */
function withoutMissing(errors: readonly ErrorObject[], missing: ReadonlySet<string>): readonly ErrorObject[] {
  const forMissing = errors.filter(({ instancePath }) => missing.has(instancePath));
  const variants = forMissing.flatMap(({ schemaPath }) => {
    const end = Math.max(schemaPath.indexOf('/anyOf'), schemaPath.indexOf('/oneOf'));
    return end < 0 ? [] : [schemaPath.slice(0, end + '/anyOf'.length)];
  });
  return errors.filter(
    (error) => !forMissing.includes(error) && !variants.some((variant) => error.schemaPath.startsWith(variant)),
  );
}
