import type { Extraction, ValueSource } from '../../../common/extraction';
import { pointerStep } from '../../../common/records';
import { isObject, type JsonObject } from '../../../common/values/json';
import { ownValue } from '../../../common/values/own-value';
import type { Field } from '../../extraction/rules/schema/field';
import type { ReadAnswer } from './read-answer';

type MutableJson = Record<string, unknown>;

/** A model's answer whose gaps were filled by rules. */
export interface FilledAnswer extends ReadAnswer {
  /** JSON pointers of values filled by rules, with `*` for list indexes. */
  readonly filled: ReadonlySet<string>;
}

/**
 * Fills gaps in an answer with values found by rules. `gaps` contains the JSON pointers of the missing values, with `*`
 * for list indexes.
 */
export function fillByRules(
  field: Field,
  answer: ReadAnswer,
  rules: Extraction,
  gaps: ReadonlySet<string>,
): FilledAnswer {
  const filler = new Filler(rules, gaps);
  const data =
    gaps.size === 0 ? answer.data : filler.fill(field, answer.data, rules.data, { path: '', from: '', name: '' });
  const isFilled = ({ path }: { readonly path: string }) =>
    filler.places.some((place) => path === place || path.startsWith(`${place}/`));
  return {
    data,
    sources: [...answer.sources, ...filler.sources],
    missing: answer.missing.filter((one) => !isFilled(one)),
    dropped: answer.dropped,
    filled: filler.names,
  };
}

/**
 * Paths of a value in the answer (`path`) and in the data found by rules (`from`). `name` is the path with `*` for list
 * indexes.
 */
interface Place {
  readonly path: string;
  readonly from: string;
  readonly name: string;
}

class Filler {
  readonly sources: ValueSource[] = [];
  readonly places: string[] = [];
  readonly names = new Set<string>();

  constructor(
    private readonly rules: Extraction,
    private readonly gaps: ReadonlySet<string>,
  ) {}

  fill(field: Field, own: unknown, known: unknown, place: Place): unknown {
    if (isEmpty(known)) return own;
    if (isEmpty(own)) return this.#isGap(place.name) ? this.#take(known, place) : own;
    if (isObject(own) && isObject(known)) return this.#object(field, own, known, place);
    if (Array.isArray(own) && Array.isArray(known)) return this.#list(field, own, known, place);
    return own;
  }

  #object(field: Field, own: JsonObject, known: JsonObject, { path, from, name }: Place): JsonObject {
    const filled: MutableJson = { ...own };
    for (const inner of field.fields) {
      const step = `/${pointerStep(inner.name)}`;
      const place = { path: path + step, from: from + step, name: name + step };
      const value = this.fill(inner, ownValue(own, inner.name), ownValue(known, inner.name), place);
      if (value !== undefined) filled[inner.name] = value;
    }
    return filled;
  }

  /**
   * Completes the records of an answer with values that the rules found for the same records. If the list is one of the
   * gaps, also adds the records that only the rules found.
   */
  #list({ items }: Field, own: readonly unknown[], known: readonly unknown[], place: Place): readonly unknown[] {
    if (items?.kind !== 'object') return own;
    const name = `${place.name}/*`;
    const left = new Map(known.map((record, index) => [index, record]));
    const records = own.map((record, index) => {
      const [at, same] = [...left].find(([, one]) => isSameRecord(record, one)) ?? [];
      if (at === undefined) return record;
      left.delete(at);
      return this.fill(items, record, same, { path: `${place.path}/${index}`, from: `${place.from}/${at}`, name });
    });
    if (!this.#isGap(name)) return records;
    for (const [at, record] of left) {
      records.push(this.#take(record, { path: `${place.path}/${records.length}`, from: `${place.from}/${at}`, name }));
    }
    return records;
  }

  #isGap(name: string): boolean {
    const steps = name.split('/');
    return steps.some((_, index) => this.gaps.has(steps.slice(0, index + 1).join('/')));
  }

  #take(value: unknown, { path, from, name }: Place): unknown {
    this.places.push(path);
    this.names.add(name);
    for (const source of this.rules.sources) {
      const isInside = source.path === from || source.path.startsWith(`${from}/`);
      if (isInside) this.sources.push({ ...source, path: path + source.path.slice(from.length) });
    }
    return value;
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));

/** True for records that have the same string in some field and no differing numbers. */
function isSameRecord(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const shared = Object.keys(one).filter((name) => !isEmpty(one[name]) && !isEmpty(ownValue(other, name)));
  const isSame = (name: string) => plain(one[name]) === plain(other[name]);
  const isText = (name: string) => typeof one[name] === 'string' && typeof other[name] === 'string';
  return shared.some((name) => isText(name) && isSame(name)) && shared.every((name) => isText(name) || isSame(name));
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
