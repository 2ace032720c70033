import { AppError } from '../../../common/errors';
import type { RecipeField } from '../../../common/recipe';
import { pointerStep } from '../../../common/records';
import { ownValue } from '../../../common/values/own-value';
import type { Field } from '../../extraction/rules/schema/field';
import { normaliseSchema } from '../../extraction/rules/schema/normalise-schema';

/** A value that a recipe must extract. */
export interface WantedField {
  /** Name in the recipe. */
  readonly name: string;
  readonly steps: readonly string[];
  readonly field: Field;
  readonly isList: boolean;
  readonly isOfPage: boolean;
  /** Possible types, strictest first. */
  readonly types: readonly RecipeField['type'][];
}

/** The shape of structured data: the fields of one record, or of the records in one list. */
export interface WantedShape {
  /** Path to the list of records. Undefined if the page is a single record. */
  readonly list: readonly string[] | undefined;
  readonly fields: readonly WantedField[];
  /** Fields that recipes cannot extract: lists of objects inside records, and objects with arbitrary keys. */
  readonly omitted: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

interface Leaf {
  readonly steps: readonly string[];
  readonly field: Field;
}

/** Converts a JSON schema to the shape of a recipe. Throws BAD_REQUEST if the schema has several lists of objects. */
export function shapeOf(schema: Schema): WantedShape {
  const outer: Leaf[] = [];
  const inner: Leaf[] = [];
  const lists: Leaf[] = [];
  const leftOut: string[] = [];
  const visit = (field: Field, steps: readonly string[], leaves: Leaf[]): void => {
    if (field.kind === 'object' && !field.open)
      for (const one of field.fields) visit(one, [...steps, one.name], leaves);
    else if (field.kind === 'array' && field.items?.kind === 'object' && leaves === outer) {
      lists.push({ steps, field });
      visit(field.items, [], inner);
    } else if (field.open || (field.kind === 'array' && /object|array/.test(field.items?.kind ?? 'object')))
      leftOut.push(steps.join('.'));
    else leaves.push({ steps, field });
  };
  visit(normaliseSchema(schema), [], outer);
  if (lists.length > 1) {
    const names = lists.map(({ steps }) => steps.join('.')).join(' and ');
    throw new AppError(
      'BAD_REQUEST',
      `A recipe reads one list of records, but the schema has ${names}; create one recipe for each list.`,
    );
  }
  const [list] = lists;
  const fields = [
    ...inner.map((leaf) => wanted(leaf, false)),
    ...outer.map((leaf) => wanted(leaf, list !== undefined)),
  ];
  return { list: list?.steps, fields, omitted: leftOut };
}

function wanted({ steps, field }: Leaf, isOfPage: boolean): WantedField {
  const isList = field.kind === 'array';
  const read = isList && field.items ? { ...field.items, concept: field.concept } : field;
  return { name: steps.map(pointerStep).join('/'), steps, field: read, isList, isOfPage, types: typesOf(read) };
}

function typesOf({ kind, choices, format, concept }: Field): readonly RecipeField['type'][] {
  if (choices) return ['choice'];
  if (kind === 'boolean') return ['boolean'];
  if (kind === 'number' || kind === 'integer') {
    const plain = kind === 'integer' ? (['integer'] as const) : (['number'] as const);
    if (concept?.kind === 'money') return ['price', ...plain];
    return concept?.kind === 'duration' ? ['minutes', ...plain] : plain;
  }
  if (format === 'date') return ['date'];
  if (format === 'date-time') return ['datetime'];
  if (format === 'time') return ['time'];
  if (concept?.kind === 'image') return ['image', 'link'];
  if (concept?.kind === 'url' || /^ur[il]/.test(format ?? '')) return ['link', 'image'];
  if (format === 'email' || concept?.kind === 'email') return ['email'];
  if (concept?.kind === 'code')
    return /^(?:gtin|isbn)$/.test(concept.id) ? ['barcode', 'code', 'text'] : ['code', 'text'];
  if (concept?.kind === 'currency') return ['currency', 'text'];
  if (concept?.kind === 'phone') return ['phone', 'text'];
  return concept?.kind === 'name' ? ['name', 'text'] : ['text'];
}

/**
 * Infers a JSON schema from the data of several pages. Used if the data was requested with a prompt but without a
 * schema.
 */
export function schemaOfData(values: readonly unknown[]): Schema {
  const present = values.filter((value) => value !== null && value !== undefined);
  const lists = present.filter(Array.isArray) as unknown[][];
  if (lists.length > 0) return { type: 'array', items: schemaOfData(lists.flat()) };
  const objects = present.filter((value): value is Schema => typeof value === 'object');
  if (objects.length > 0) {
    const names = [...new Set(objects.flatMap(Object.keys))];
    const properties = names.map((name) => [name, schemaOfData(objects.map((one) => ownValue(one, name)))]);
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  const [first] = present;
  return { type: first === undefined ? ['string', 'null'] : typeof first };
}

/** Returns the value at a path in the data. Undefined if the value is missing, null or empty. */
export function valueAt(data: unknown, steps: readonly string[]): unknown {
  const value = steps.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? ownValue(at as Schema, step) : undefined),
    data,
  );
  const isMissing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isMissing ? undefined : value;
}
