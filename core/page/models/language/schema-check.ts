import { Ajv, type ErrorObject } from 'ajv';
import { UrlPatterns } from '../../../platform/patterns/url-patterns';
import { jsonOf } from './answer-json';

type Schema = Readonly<Record<string, unknown>>;
/** Says what does not fit; undefined when all does. `missing` are pointers of values that are null because nothing states them. */
export type SchemaCheck = (value: unknown, missing?: ReadonlySet<string>) => Promise<string | undefined>;

const mostNamed = 5;

/** What about a value does not fit a schema, by JSON pointer. */
export type SchemaErrors = (
  value: unknown,
  missing?: ReadonlySet<string>,
) => Promise<readonly Pick<ErrorObject, 'instancePath' | 'message'>[]>;

/**
 * A pattern of a schema. The search may take long and is made on another thread, while a validation cannot wait: a text that
 * has not been searched yet is taken to match, then searched, and the validation is made again.
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

  /** Searches the texts that were not searched yet; one that takes too long does not match. */
  async search(): Promise<void> {
    const texts = [...this.#open];
    this.#open = new Set();
    const verdicts = await this.#patterns.search(texts);
    texts.forEach((text, index) => {
      this.#verdicts.set(text, this.#patterns.isEmpty || verdicts[index] === 'match');
    });
  }

  /** Ajv tells patterns apart by their text. */
  toString(): string {
    return `/${this.source}/${this.flags}`;
  }
}

/** Lists what does not fit a JSON schema that is known to compile. */
export function schemaErrors(schema: Schema): SchemaErrors {
  const patterns: SchemaPattern[] = [];
  const make = (source: string, flags: string): SchemaPattern => {
    const pattern = new SchemaPattern(source, flags);
    patterns.push(pattern);
    return pattern;
  };
  const regExp = Object.assign(make, { code: 'schemaPattern' });
  const options = { strict: false, validateFormats: false, allErrors: true, logger: false, code: { regExp } } as const;
  const validate = new Ajv(options).compile(schema);
  return async (value, missing = new Set()) => {
    for (;;) {
      const errors = validate(value) ? [] : (validate.errors ?? []);
      const open = patterns.filter(({ isOpen }) => isOpen);
      if (open.length === 0) return withoutMissing(errors, missing);
      await Promise.all(open.map((pattern) => pattern.search()));
    }
  };
}

/** The first of several errors in one line; undefined when there are none. */
export function problemOf(errors: readonly Pick<ErrorObject, 'instancePath' | 'message'>[]): string | undefined {
  const named = errors.slice(0, mostNamed).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  return named.length > 0 ? named.join('; ') : undefined;
}

/** A check of values by a JSON schema that is known to compile. */
export function schemaCheck(schema: Schema): SchemaCheck {
  const errorsOf = schemaErrors(schema);
  return async (value, missing) => problemOf(await errorsOf(value, missing));
}

/** Reads an answer as JSON; throws what about it does not fit the schema. */
export function jsonBy(schema: Schema): (answer: string) => Promise<unknown> {
  const check = schemaCheck(schema);
  return async (answer) => {
    const value = jsonOf(answer);
    const problem = await check(value);
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
