import type { Field } from '../../extraction/rules/schema/field';
import { cutJsonOf, jsonOf } from './answer-json';
import { answerSchema, unwrapped } from './answer-schema';
import { type FittedAnswer, fitAnswer } from './fit-answer';
import type { PageReferences } from './page-references';
import type { ReadAnswer } from './read-answer';
import { type CompileSchema, problemOf, type SchemaCheck, type SchemaErrors, schemaCheck } from './schema-check';

/** The answer about one part of a page. */
export interface PartAnswer {
  readonly value: unknown;
  /** JSON pointers of missing values, with `*` for list indexes. */
  readonly gaps: ReadonlySet<string>;
  /** JSON pointers of values that are missing because they were invalid in the answer. */
  readonly misfits: ReadonlySet<string>;
  /** Reason why some values of the answer were unusable. */
  readonly problem?: string;
}

const complete = { gaps: new Set<string>(), misfits: new Set<string>() } as const;

/** Options for reading answers. */
export interface PartReaderOptions {
  readonly field: Field;
  /** The caller's schema. If absent, any object is valid. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Replaces references in answers with URLs. */
  readonly references: PageReferences;
  readonly finish: (answer: unknown) => ReadAnswer;
  /** True if the page has only one part. In that case, the answer about this part must satisfy the entire schema. */
  readonly isWhole: boolean;
}

/** Compiles the schemas and returns a reader for answers about a page. */
export async function openPartReader(options: PartReaderOptions, compile: CompileSchema): Promise<PartReader> {
  const { field, schema } = options;
  if (!schema)
    return new PartReader(
      options,
      async () => [],
      async () => undefined,
    );
  const errorsOf = await compile(schema);
  return new PartReader(options, errorsOf, await schemaCheck(answerSchema(field, true), compile));
}

/**
 * Reads answers. `read` rejects any invalid answer, so that the model can correct it. `rescue` returns the valid values
 * when no further correction is allowed.
 */
export class PartReader {
  constructor(
    private readonly options: PartReaderOptions,
    /** Lists the violations of the caller's schema. */
    readonly errorsOf: SchemaErrors,
    /** Checks the model's answer. */
    private readonly check: SchemaCheck,
  ) {}

  /** Returns a reader for answers about one of several parts of the page. */
  ofPart(): PartReader {
    return new PartReader({ ...this.options, isWhole: false }, this.errorsOf, this.check);
  }

  /**
   * Parses an answer. Rejects with all schema violations. Values that were missing or wrong in an earlier answer count
   * as gaps, because the model corrected them without seeing the page.
   */
  async read(answer: string, invalid: readonly string[]): Promise<PartAnswer> {
    const { schema } = this.options;
    const json = jsonOf(answer);
    if (!schema) return { value: freeObject(this.options.references.resolved(undefined, json)), ...complete };
    const { value, misfits } = this.#fitted(json);
    const wrong = [...misfits].map(([instancePath, message]) => ({ instancePath, message }));
    const problem = problemOf(wrong) ?? (await this.#problem(value)) ?? (await this.#wholeProblem(value));
    if (problem) throw new Error(problem);
    return { value, ...complete, gaps: new Set(invalid.flatMap((one) => this.#gapsIn(one))) };
  }

  /** Returns the valid values of the answer that contains the most of them. */
  rescue(answers: readonly string[], problem: string): PartAnswer | undefined {
    const { schema, references } = this.options;
    let best: PartAnswer | undefined;
    let most = 0;
    for (const answer of answers) {
      const { json, isCut } = anyJsonOf(answer);
      if (json === undefined || (!schema && Array.isArray(json))) continue;
      const { value, misfits, absent } = schema
        ? this.#fitted(json)
        : {
            value: references.resolved(undefined, json),
            misfits: new Map<string, string>(),
            absent: new Set<string>(),
          };
      const count = countValues(value);
      if (count <= most) continue;
      most = count;
      const gaps = new Set([...misfits.keys(), ...absent, ...(isCut ? [''] : [])]);
      // A missing field is not an error, because the caller's schema might not require the field.
      const isFaulty = misfits.size > 0 || isCut;
      best = { value, gaps, misfits: new Set(misfits.keys()), ...(isFaulty ? { problem } : {}) };
    }
    return best;
  }

  /** Converts an answer to the types of the schema, with URLs in place of references. */
  #fitted(json: unknown): FittedAnswer {
    const { field, references } = this.options;
    const fitted = fitAnswer(field, unwrapped(field, json));
    return { ...fitted, value: references.resolved(field, fitted.value) };
  }

  #gapsIn(answer: string): readonly string[] {
    const { json } = anyJsonOf(answer);
    if (json === undefined) return [];
    const { misfits, absent } = this.#fitted(json);
    return [...misfits.keys(), ...absent];
  }

  #problem(value: unknown): Promise<string | undefined> {
    return this.check(this.options.field.kind === 'object' ? value : { answer: value });
  }

  async #wholeProblem(value: unknown): Promise<string | undefined> {
    if (!this.options.isWhole) return undefined;
    const { data, missing } = this.options.finish(value);
    return problemOf(await this.errorsOf(data, new Set(missing.map(({ path }) => path))));
  }
}

/** Throws if the answer is a list. Used for questions without a schema. */
function freeObject(value: unknown): unknown {
  if (Array.isArray(value)) throw new Error('it is a list; answer with an object');
  return value;
}

function anyJsonOf(answer: string): { readonly json: unknown; readonly isCut: boolean } {
  try {
    return { json: jsonOf(answer), isCut: false };
  } catch {
    return { json: cutJsonOf(answer), isCut: true };
  }
}

function countValues(value: unknown): number {
  if (typeof value !== 'object') return value === undefined || value === '' ? 0 : 1;
  return value === null ? 0 : Object.values(value).reduce((sum: number, one) => sum + countValues(one), 0);
}
