import { pointerStep } from '../../../../common/records';
import { isObject, type JsonObject } from '../../../../common/values/json';
import type { Extraction, MissingValue, ValueSource } from '../../../../contract/plugin';
import { excerptOf } from '../find/sighting';
import { conceptsByName } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { Field } from '../schema/field';
import { coerce } from '../values/coerce';

/** Maximum number of JSON values to visit when searching for objects with the fields of a schema. */
const maxVisited = 200_000;
const score = 0.95;

/** Reads the fields of a schema from JSON by name. Values that fit the schema stay unchanged. */
export class JsonReader {
  readonly sources: ValueSource[] = [];
  readonly missing: MissingValue[] = [];

  constructor(
    private readonly data: unknown,
    private readonly url: string,
    private readonly selector: string,
  ) {}

  read(field: Field): Extraction {
    const holder = field.kind === 'array' ? { '': listFor(field, this.data) } : holderOf(field, this.data);
    const data =
      field.kind === 'array'
        ? (this.#array(field, holder[''], '') ?? [])
        : field.kind === 'object'
          ? (this.#object(field, holder, '') ?? {})
          : (this.#leaf(field, this.data, '') ?? null);
    return { data, sources: this.sources, missing: this.missing };
  }

  #value(field: Field, value: unknown, path: string): unknown {
    if (value === null || value === undefined) return undefined;
    if (field.kind === 'array') return this.#array(field, value, path);
    if (field.kind !== 'object') return this.#leaf(field, value, path);
    const [only] = Array.isArray(value) && value.length === 1 ? value : [value];
    return isObject(only) ? this.#object(field, only, path) : undefined;
  }

  #object(field: Field, value: JsonObject, path: string): JsonObject | undefined {
    if (field.fields.length === 0) return this.#open(field, value, path);
    const entries: [string, unknown][] = [];
    const absent: Field[] = [];
    for (const inner of field.fields) {
      const found = valueFor(inner, value) ?? (path === '' ? this.#elsewhere(inner) : undefined);
      const read = this.#value(inner, found, `${path}/${pointerStep(inner.name)}`);
      if (read === undefined) absent.push(inner);
      const kept = read ?? emptyOf(inner);
      if (kept !== undefined) entries.push([inner.name, kept]);
    }
    if (path !== '' && absent.length === field.fields.length) return undefined;
    for (const inner of absent) this.#miss(`${path}/${pointerStep(inner.name)}`, inner);
    return Object.fromEntries(entries);
  }

  /** Finds a list that does not have the field's name: the list whose objects contain the most fields of the schema. */
  #elsewhere(field: Field): unknown {
    if (field.kind !== 'array' || field.items?.kind !== 'object') return undefined;
    const list = listFor(field, this.data);
    return list.length > 0 ? list : undefined;
  }

  #open({ open }: Field, value: JsonObject, path: string): JsonObject {
    const entries = Object.entries(value).map(([name, one]) => {
      const at = `${path}/${pointerStep(name)}`;
      return [name, open ? this.#value(open, one, at) : this.#plain(one, at)] as const;
    });
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  }

  #array(field: Field, value: unknown, path: string): readonly unknown[] | undefined {
    const { items } = field;
    const entries = Array.isArray(value) ? value : value === undefined ? [] : [value];
    const kept: unknown[] = [];
    for (const entry of entries) {
      if (kept.length >= (field.maxItems ?? Number.POSITIVE_INFINITY)) break;
      const at = `${path}/${kept.length}`;
      const read = items ? this.#value(items, entry, at) : this.#plain(entry, at);
      if (read !== undefined) kept.push(read);
    }
    return kept.length > 0 ? kept : undefined;
  }

  #leaf(field: Field, value: unknown, path: string): unknown {
    if (field.kind === 'any' && !field.choices && typeof value === 'object') return this.#plain(value, path);
    const raw = isObject(value) ? plainOf(value) : value;
    if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return undefined;
    if (raw === '') return undefined;
    const sighting = { raw, weight: 1, kind: 'state' as const, node: undefined, excerpt: '' };
    const read = field.kind === 'any' && !field.choices ? raw : coerce(field, sighting, { base: this.url })?.value;
    return read === undefined ? undefined : this.#note(path, read, raw);
  }

  #plain(value: unknown, path: string): unknown {
    return value === null ? undefined : this.#note(path, value, JSON.stringify(value));
  }

  #note<T>(path: string, value: T, raw: unknown): T {
    const { url, selector } = this;
    this.sources.push({ path, url, kind: 'state', selector, excerpt: excerptOf(String(raw)), score });
    return value;
  }

  #miss(path: string, { name }: Field): void {
    this.missing.push({ path, reason: `The JSON has no value for "${name}" that fits the schema.` });
  }
}

/** Returns the value inside a wrapper object such as `{"value": 12, "unit": "kg"}`. */
const plainOf = (value: JsonObject): unknown =>
  ['value', 'amount', 'name', 'text'].map((name) => value[name]).find((one) => one !== undefined && !isObject(one));

/**
 * Returns the value of a field. Searches for the field's name in any spelling, e.g. `unit_price` or `unitPrice`, then
 * for its synonyms.
 */
function valueFor(field: Field, object: JsonObject): unknown {
  if (Object.hasOwn(object, field.name)) return object[field.name];
  const wanted = wordsOf(field.name).join(' ');
  const keys = Object.keys(object);
  const key =
    keys.find((one) => wordsOf(one).join(' ') === wanted) ??
    (field.concept && keys.find((one) => conceptsByName(wordsOf(one).join(' '))[0] === field.concept));
  return key === undefined ? undefined : object[key];
}

/** Returns the number of fields that have a value in an object. */
const fitOf = ({ fields }: Field, object: JsonObject): number =>
  fields.filter((field) => (valueFor(field, object) ?? null) !== null).length;

/** Returns the object with the most fields of a schema. On a tie, returns the outermost object. */
function holderOf(field: Field, data: unknown): JsonObject {
  let [best, most]: [JsonObject, number] = [isObject(data) ? data : {}, isObject(data) ? fitOf(field, data) : 0];
  visitLevels(data, (value) => {
    const fit = isObject(value) ? fitOf(field, value) : 0;
    if (fit > most && isObject(value)) [best, most] = [value, fit];
  });
  return best;
}

/**
 * Returns the list whose objects contain the most fields of a schema. If there is no such list, returns a list that
 * contains only the best object.
 */
function listFor({ items }: Field, data: unknown): readonly unknown[] {
  if (!items) return Array.isArray(data) ? data : [];
  if (items.kind !== 'object') return firstListOf(data);
  let [best, most]: [readonly unknown[], number] = [[], 0];
  visitLevels(data, (value) => {
    const objects = Array.isArray(value) ? value.filter(isObject).slice(0, 20) : [];
    const fit = objects.length === 0 ? 0 : objects.reduce((sum, one) => sum + fitOf(items, one), 0) / objects.length;
    if (fit > most && Array.isArray(value)) [best, most] = [value, fit];
  });
  if (best.length > 0) return best;
  const single = holderOf(items, data);
  return fitOf(items, single) > 0 ? [single] : [];
}

function firstListOf(data: unknown): readonly unknown[] {
  let first: readonly unknown[] | undefined;
  visitLevels(data, (value) => {
    if (!first && Array.isArray(value) && value.every((one) => typeof one !== 'object')) first = value;
  });
  return first ?? [];
}

function visitLevels(data: unknown, visit: (value: unknown) => void): void {
  let level: unknown[] = [data];
  for (let visited = 0; level.length > 0; ) {
    const next: unknown[] = [];
    for (const value of level) {
      if (++visited > maxVisited) return;
      visit(value);
      if (typeof value === 'object' && value !== null) {
        for (const inner of Object.values(value)) if (typeof inner === 'object') next.push(inner);
      }
    }
    level = next;
  }
}

/**
 * Returns the value for a field without data: null for a nullable field, an empty list for a required array, null for
 * any other required field, else undefined.
 */
function emptyOf(field: Field): unknown {
  if (field.nullable) return null;
  if (!field.required) return undefined;
  return field.kind === 'array' ? [] : null;
}
