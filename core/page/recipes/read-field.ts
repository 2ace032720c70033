import type { ParentNode } from 'domhandler';
import type { RecipeField, RecipeSource } from '../../common/recipe';
import { findMoney } from '../../common/values/money';
import type { DateStyle } from '../documents/metadata/dates';
import type { Sighting } from '../extraction/rules/find/sighting';
import type { Field } from '../extraction/rules/schema/field';
import { coerce } from '../extraction/rules/values/coerce';
import { comparable } from '../extraction/rules/values/texts';
import { fieldOf } from './recipe-types';
import type { SourceReader } from './source-reader';

/** A value with where it stands. */
export interface ReadValue {
  readonly value: unknown;
  readonly sighting: Sighting;
}

/** What a field of one record came to. */
export interface ReadField {
  /** One value, or those of a list. */
  readonly values: readonly ReadValue[];
  /** Which of the field's sources gave them, from 0. */
  readonly source: number;
  /** Other values that its other sources state. */
  readonly others: readonly unknown[];
}

/** A field of a recipe with how its values are read. */
export interface ReadableField {
  readonly field: RecipeField;
  readonly wanted: Field;
  /** How the dates of its column are read, where they decide it themselves. */
  readonly dates?: DateStyle;
}

/** Makes a field ready for reading. */
export const readable = (field: RecipeField): ReadableField => ({ field, wanted: fieldOf(field) });

const maxItems = 200;

/** The values at one source; empty where it says nothing, or nothing that is sure. */
export function readSource(
  { field, wanted, dates }: ReadableField,
  source: RecipeSource,
  root: ParentNode,
  reader: SourceReader,
): readonly ReadValue[] {
  const place = dates ? { ...reader.evidence.place, dates } : reader.evidence.place;
  const read = reader.sightings(source, field.type, root).flatMap((sighting): readonly ReadValue[] => {
    if (field.type === 'price' && !isPrice(sighting)) return [];
    if (field.type === 'html') return [{ value: sighting.raw, sighting }];
    const value = coerce(wanted, sighting, place)?.value;
    return value === undefined ? [] : [{ value, sighting }];
  });
  if (field.list) return distinct(read).slice(0, maxItems);
  if (source.unique && distinct(read).length > 1) return [];
  return read.slice(0, 1);
}

/** A number among words is a price only next to a currency. */
const isPrice = ({ raw, kind }: Sighting): boolean =>
  typeof raw !== 'string' || (kind !== 'text' && kind !== 'label') || !/\p{L}/u.test(raw) || findMoney(raw).length > 0;

/**
 * The value that most sources of a field agree on, of several the one of the best source; undefined where none says
 * anything. `all` asks every source, which tells whether they agree; else the first that says something is enough.
 */
export function readField(
  readableField: ReadableField,
  root: ParentNode,
  reader: SourceReader,
  all: boolean,
): ReadField | undefined {
  const found: { readonly source: number; readonly values: readonly ReadValue[]; votes: number }[] = [];
  for (const [index, source] of readableField.field.sources.entries()) {
    // Labels are looked for in the whole text of the page, which is only worth it for a value nothing else gives.
    if (found.length > 0 && (!all || source.label !== undefined)) continue;
    const values = readSource(readableField, source, root, reader);
    if (values.length === 0) continue;
    const same = found.find((one) => keyOf(one.values) === keyOf(values));
    if (same) same.votes++;
    else found.push({ source: index, values, votes: 1 });
  }
  const [first, ...rest] = found;
  if (!first) return undefined;
  const best = rest.reduce((most, one) => (one.votes > most.votes ? one : most), first);
  const others = found.filter((one) => one !== best).map(({ values }) => values[0]?.value);
  return { values: best.values, source: best.source, others };
}

const keyOf = (values: readonly ReadValue[]): string => values.map(({ value }) => comparable(value)).join('\n');

function distinct(values: readonly ReadValue[]): readonly ReadValue[] {
  return [...new Map([...values].reverse().map((one) => [comparable(one.value), one])).values()].reverse();
}
