import { pointerStep } from '../../../common/records';
import { isObject, type JsonObject } from '../../../common/values/json';
import type { Choice, Field } from '../../extraction/rules/schema/field';
import { readDayOf } from '../../extraction/rules/values/dates';
import { emptyWords } from './read-answer';

/** An answer converted to the types of a schema. */
export interface FittedAnswer {
  readonly value: unknown;
  /** Reasons why values were dropped, keyed by JSON pointer (`*` for list indexes). */
  readonly misfits: ReadonlyMap<string, string>;
  /** JSON pointers of fields absent from the answer. */
  readonly absent: ReadonlySet<string>;
}

/**
 * Converts the values of an answer to the types of a schema. Drops a value if the conversion would lose information.
 */
export function fitAnswer(field: Field, answer: unknown): FittedAnswer {
  const fitter = new Fitter();
  const value = fitter.fit(field, answer, '');
  return { value, misfits: fitter.misfits, absent: fitter.absent };
}

class Fitter {
  readonly misfits = new Map<string, string>();
  readonly absent = new Set<string>();

  fit(field: Field, value: unknown, path: string): unknown {
    if (value === null || value === undefined) return value;
    if (field.kind === 'array') return this.#list(field, value, path);
    if (field.kind === 'object') return this.#object(field, value, path);
    const [only] = Array.isArray(value) && value.length === 1 ? value : [value];
    const fitted = leafValue(field, only);
    return fitted === undefined ? this.#drop(path, `must be ${wordOf(field)}`) : fitted;
  }

  #list(field: Field, value: unknown, path: string): unknown {
    const list = Array.isArray(value) ? value : this.#asList(field, value);
    if (!list) return this.#drop(path, 'must be array');
    const { items } = field;
    return items ? list.map((one) => this.fit(items, one, `${path}/*`)).filter((one) => one !== undefined) : list;
  }

  /**
   * Converts a value to a list. A value that fits as an item becomes the only item. Otherwise, returns the only list
   * inside the value, if any.
   */
  #asList({ items }: Field, value: unknown): readonly unknown[] | undefined {
    if (!isObject(value)) return items?.kind === 'object' ? undefined : [value];
    const isEntry = items?.kind !== 'object' || hasFieldOf(items, value);
    if (isEntry && items?.kind === 'object') return [value];
    const lists = Object.values(value).filter(Array.isArray);
    return lists.length === 1 ? lists[0] : undefined;
  }

  #object(field: Field, value: unknown, path: string): unknown {
    const object = asObject(field, value);
    if (!object) return this.#drop(path, 'must be object');
    if (field.fields.length === 0) return object;
    const entries = field.fields.flatMap((inner): [string, unknown][] => {
      const at = `${path}/${pointerStep(inner.name)}`;
      if (!Object.hasOwn(object, inner.name)) {
        this.absent.add(at);
        return [];
      }
      const fitted = this.fit(inner, object[inner.name], at);
      return fitted === undefined ? [] : [[inner.name, fitted]];
    });
    return Object.fromEntries(entries);
  }

  #drop(path: string, reason: string): undefined {
    this.misfits.set(path, reason);
  }
}

/**
 * Converts a value to an object with the fields of the schema. Unwraps an object or list with a single entry. If a
 * value matches the schema's only list, wraps it in an object.
 */
function asObject(field: Field, value: unknown): JsonObject | undefined {
  const [only, ...others]: readonly unknown[] = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.values(value)
      : [];
  if (isObject(value) && hasFieldOf(field, value)) return value;
  if (others.length === 0 && isObject(only) && hasFieldOf(field, only)) return only;
  const lists = field.fields.filter(({ kind }) => kind === 'array');
  const [list] = lists;
  const isList =
    Array.isArray(value) || (list?.items !== undefined && isObject(value) && hasFieldOf(list.items, value));
  if (lists.length === 1 && list && isList) return { [list.name]: value };
  return isObject(value) ? value : undefined;
}

const hasFieldOf = ({ fields }: Field, value: JsonObject): boolean =>
  fields.some(({ name }) => Object.hasOwn(value, name));

const wordOf = ({ choices, kind, format }: Field): string =>
  choices ? `one of ${choices.join(', ')}` : format === 'date' ? 'a date as YYYY-MM-DD' : kind;

/** Converts a scalar to a field's type. Undefined if that would alter the value. */
function leafValue(field: Field, value: unknown): unknown {
  if (typeof value === 'object') return field.kind === 'any' ? value : undefined;
  if (field.choices) return choiceFor(field.choices, value as Choice);
  switch (field.kind) {
    case 'number':
      return numberOf(value);
    case 'integer':
      return Number.isInteger(numberOf(value)) ? numberOf(value) : undefined;
    case 'boolean':
      return booleanOf(value);
    case 'string':
      return stringOf(field, value);
    default:
      return value;
  }
}

function stringOf({ format }: Field, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
  if (format !== 'date' || text === undefined || emptyWords.test(text.trim())) return text;
  const found = readDayOf(text);
  return found?.other === undefined ? found?.day : undefined;
}

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,10})?\s*$/.test(value) ? Number(value) : undefined;
};

const booleanOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
};

/**
 * Returns the choice that equals a value. Otherwise, returns the choice that differs only in case or type, unless
 * several do.
 */
function choiceFor(choices: readonly Choice[], value: Choice): Choice | undefined {
  if (choices.includes(value)) return value;
  const plain = (one: Choice) => String(one).trim().toLowerCase();
  const alike = choices.filter((one) => plain(one) === plain(value));
  return alike.length === 1 ? alike[0] : undefined;
}
