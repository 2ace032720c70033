import type { Extraction, MissingValue, ValueSource } from '../../../common/extraction';
import { pointerStep } from '../../../common/records';
import { ownValue } from '../../../common/values/own-value';
import type { Field } from '../../extraction/rules/schema/field';
import { normaliseSchema } from '../../extraction/rules/schema/normalise-schema';
import type { PageFacts } from './page-facts';

/** The page and the values found by rules, used to check an answer. */
export interface AnswerContext {
  readonly url: string;
  readonly facts: PageFacts;
  readonly rules: Extraction;
}

/** A checked answer with the source of each value. */
export interface ReadAnswer {
  readonly data: unknown;
  readonly sources: readonly ValueSource[];
  readonly missing: readonly MissingValue[];
  /** JSON pointers of values that were dropped because they are not on the page. */
  readonly dropped: readonly string[];
}

/** Confidence in a value that the model returned and the page contains. */
const modelScore = 0.8;
/** Matches words that models use in place of a missing value. */
export const emptyWords = /^(?:|n\/?a|null|none|unknown|undefined|not (?:available|found|specified|stated|provided))$/i;

const anything = normaliseSchema({});

type Json = Readonly<Record<string, unknown>>;

/**
 * Converts an answer to the shape of the schema. Drops values that are not on the page, and lists the missing values.
 */
export function readAnswer(field: Field, answer: unknown, context: AnswerContext): ReadAnswer {
  const reader = new AnswerReader(context);
  const data = reader.read(field, answer, '');
  return {
    data: data ?? (field.kind === 'array' ? [] : field.kind === 'object' ? {} : null),
    sources: reader.sources,
    missing: reader.missing,
    dropped: reader.dropped,
  };
}

class AnswerReader {
  readonly sources: ValueSource[] = [];
  readonly missing: MissingValue[] = [];
  readonly dropped: string[] = [];

  constructor(private readonly context: AnswerContext) {}

  /** Returns the checked value. Undefined if the value is missing or not on the page. */
  read(field: Field, value: unknown, path: string): unknown {
    if (value === null || value === undefined) return undefined;
    if (Array.isArray(value)) return this.#list(field, value, path);
    if (typeof value === 'object') return this.#object(field, value as Json, path);
    // Choices and booleans come from the schema and need not appear on the page.
    if (typeof value === 'boolean' || field.choices) return value;
    return this.#leaf(value as string | number, path);
  }

  /** Checks the items of a list. Drops items that contain no value from the page. */
  #list(field: Field, items: readonly unknown[], path: string): readonly unknown[] {
    const inner = field.items ?? anything;
    const kept: unknown[] = [];
    for (const item of items) {
      const marks = [this.sources.length, this.missing.length] as const;
      const value = this.read(inner, item, `${path}/${kept.length}`);
      const isStated = value !== undefined && (typeof item !== 'object' || this.sources.length > marks[0]);
      if (isStated) kept.push(value);
      else [this.sources.length, this.missing.length] = marks;
    }
    return kept;
  }

  #object(field: Field, value: Json, path: string): Json {
    if (field.fields.length === 0) {
      const entries = Object.entries(value).map(
        ([name, one]) => [name, this.read(field.open ?? anything, one, at(path, name))] as const,
      );
      return Object.fromEntries(entries.map(([name, one]) => [name, one ?? null]));
    }
    const entries = field.fields.flatMap((inner): [string, unknown][] => {
      const known = this.read(inner, ownValue(value, inner.name), at(path, inner.name));
      if (known !== undefined) return [[inner.name, known]];
      this.#miss(at(path, inner.name), inner.name);
      const empty = emptyOf(inner);
      return empty === undefined ? [] : [[inner.name, empty]];
    });
    return Object.fromEntries(entries);
  }

  #leaf(value: string | number, path: string): string | number | undefined {
    if (typeof value === 'string' && emptyWords.test(value.trim())) return undefined;
    const byRules = this.#ruleSource(value, path);
    if (byRules) {
      this.sources.push(byRules);
      return value;
    }
    const excerpt = this.context.facts.find(value);
    if (excerpt === undefined) {
      this.dropped.push(path);
      return undefined;
    }
    this.sources.push({ path, url: this.context.url, kind: 'model', excerpt, score: modelScore });
    return value;
  }

  /** Returns the source that the rules found for a value, if they found the same value for the same field. */
  #ruleSource(value: unknown, path: string): ValueSource | undefined {
    const { data, sources } = this.context.rules;
    let known: unknown = data;
    for (const step of path.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      known = typeof known === 'object' && known !== null ? ownValue(known as Json, name) : undefined;
    }
    return known === value ? sources.find((source) => source.path === path) : undefined;
  }

  #miss(path: string, name: string): void {
    if (this.missing.some((one) => one.path === path)) return;
    const isDropped = this.dropped.includes(path);
    const reason = isDropped
      ? `The model's answer for "${name}" is not on the page.`
      : `The model found no "${name}" on the page.`;
    this.missing.push({ path, reason });
  }
}

const at = (path: string, name: string): string => `${path}/${pointerStep(name)}`;

/**
 * Returns the value for a field without data: null if the field is nullable, else undefined if it is optional. A
 * required list becomes empty, and any other required field becomes null.
 */
function emptyOf(field: Field): unknown {
  if (field.nullable) return null;
  if (!field.required) return undefined;
  return field.kind === 'array' ? [] : null;
}
