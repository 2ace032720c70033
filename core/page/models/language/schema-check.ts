import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { UrlPatterns } from '../../../platform/patterns/url-patterns';
import { jsonOf } from './answer-json';

type Schema = Readonly<Record<string, unknown>>;
/**
 * Describes how a value violates the schema. Undefined if the value is valid. `missing` contains the JSON pointers of
 * values that are null because they were not found.
 */
export type SchemaCheck = (value: unknown, missing?: ReadonlySet<string>) => Promise<string | undefined>;

const maxNamed = 5;

/**
 * Time limit for one validation, in ms. References can multiply at each level of a value, and nothing else interrupts
 * the validation.
 */
const validationMs = 250;

/** Number of references to follow between two checks of the time limit. */
const referencesPerLook = 500;

/** Compiles a valid schema. */
export type CompileSchema = (schema: object) => Promise<SchemaErrors>;

/** Lists the schema violations in a value, each with its JSON pointer. */
export type SchemaErrors = (
  value: unknown,
  missing?: ReadonlySet<string>,
) => Promise<readonly Pick<ErrorObject, 'instancePath' | 'message'>[]>;

/**
 * A regular expression in a schema. Validation is synchronous, but the expression may be slow and therefore runs on
 * another thread. A string counts as a match until the result is known. Then validation runs again.
 */
class SchemaPattern {
  readonly #patterns: UrlPatterns;
  readonly #verdicts = new Map<string, boolean>();
  #open = new Set<string>();

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {
    this.#patterns = new UrlPatterns([source], flags);
  }

  test(text: string): boolean {
    const verdict = this.#verdicts.get(text);
    if (verdict === undefined) this.#open.add(text);
    return verdict ?? true;
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Matches the pending strings on another thread. A string counts as not matching if the match times out. */
  async search(): Promise<void> {
    const texts = [...this.#open];
    this.#open = new Set();
    const verdicts = await this.#patterns.search(texts);
    texts.forEach((text, index) => {
      this.#verdicts.set(text, this.#patterns.isEmpty || verdicts[index] === 'match');
    });
  }

  /** Returns the string that identifies the pattern for Ajv. */
  toString(): string {
    return `/${this.source}/${this.flags}`;
  }
}

/** Thrown by a validation that exceeds its time limit. */
class ValidationTimeout extends Error {}

/** Interrupts a validation that exceeds its time limit. `look` is called for each reference that is followed. */
class ValidationTimer {
  #until = 0;
  #references = 0;

  start(): void {
    this.#until = performance.now() + validationMs;
    this.#references = 0;
  }

  readonly look = (): void => {
    if (++this.#references % referencesPerLook === 0 && performance.now() > this.#until) throw new ValidationTimeout();
  };
}

/**
 * First statement of each function that the compiler generates. There is one function for each target of a reference.
 */
const functionStart = 'let vErrors = null;';

/** The only violation reported for a value that cannot be checked. */
const unchecked = {
  instancePath: '',
  message: 'cannot be checked in time, because the references in the schema multiply',
};

/** Returns a function that lists the schema violations in a value. The schema must be valid. */
export function schemaErrors(schema: Schema): SchemaErrors {
  const patterns: SchemaPattern[] = [];
  const make = (source: string, flags: string): SchemaPattern => {
    const pattern = new SchemaPattern(source, flags);
    patterns.push(pattern);
    return pattern;
  };
  const regExp = Object.assign(make, { code: 'schemaPattern' });
  const timer = new ValidationTimer();
  const process = (code: string) => code.replace(functionStart, `${functionStart}self.opts.look();`);
  // The schema is not validated again after `assertSchema`. References are not inlined, because each inlined reference
  // would copy its definition.
  const options = {
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    inlineRefs: false,
    code: { regExp, optimize: false, process },
    look: timer.look,
  } as const;
  const validate = new Ajv(options).compile(schema);
  return async (value, missing = new Set()) => {
    for (;;) {
      timer.start();
      const errors = violations(validate, value);
      if (!errors) return [unchecked];
      const open = patterns.filter(({ isOpen }) => isOpen);
      if (open.length === 0) return withoutMissing(errors, missing);
      await Promise.all(open.map((pattern) => pattern.search()));
    }
  };
}

/** Returns the violations in a value. Undefined if the validation takes too long or overflows the stack. */
function violations(validate: ValidateFunction, value: unknown): readonly ErrorObject[] | undefined {
  try {
    return validate(value) ? [] : (validate.errors ?? []);
  } catch (thrown) {
    if (thrown instanceof ValidationTimeout || thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Joins the first few errors into one line. */
export function problemOf(errors: readonly Pick<ErrorObject, 'instancePath' | 'message'>[]): string | undefined {
  const named = errors.slice(0, maxNamed).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  return named.length > 0 ? named.join('; ') : undefined;
}

/** Returns a function that describes how values violate a schema. The schema must be valid. */
export async function schemaCheck(schema: Schema, compile: CompileSchema): Promise<SchemaCheck> {
  const errorsOf = await compile(schema);
  return async (value, missing) => problemOf(await errorsOf(value, missing));
}

/** Returns a parser for JSON answers. The parser rejects answers that violate the schema, and lists the violations. */
export async function jsonBy(schema: Schema, compile: CompileSchema): Promise<(answer: string) => Promise<unknown>> {
  const check = await schemaCheck(schema, compile);
  return async (answer) => {
    const value = jsonOf(answer);
    const problem = await check(value);
    if (problem) throw new Error(problem);
    return value;
  };
}

/** Removes errors for missing values. Also removes the other errors of the same `anyOf` or `oneOf`. */
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
