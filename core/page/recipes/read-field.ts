import type { ParentNode } from 'domhandler';
import type { RecipeField, RecipeSource } from '../../common/recipe';
import { findMoney } from '../../common/values/money';
import type { DateStyle } from '../documents/metadata/dates';
import { daysOfRange } from '../documents/metadata/day-ranges';
import type { Sighting } from '../extraction/rules/find/sighting';
import type { Field } from '../extraction/rules/schema/field';
import { coerce, priceFor, type ValuePlace } from '../extraction/rules/values/coerce';
import { comparable } from '../extraction/rules/values/texts';
import { cachedReadings } from './reading-cache';
import { fieldOf } from './recipe-types';
import type { SourceReader } from './source-reader';

/** A value and its location on the page. */
export interface ReadValue {
  readonly value: unknown;
  readonly sighting: Sighting;
}

/** Values read for a field of one record. */
export interface ReadField {
  /** The single value, or the values in a list. */
  readonly values: readonly ReadValue[];
  /** Index of the source that returned the values. */
  readonly source: number;
  /** Values from other sources, if different from `values`. */
  readonly others: readonly unknown[];
}

/** A recipe field, and the extractor field that determines how to read its values. */
export interface ReadableField {
  readonly field: RecipeField;
  readonly wanted: Field;
  /** Order of day and month in the column's dates, if known. */
  readonly dates?: DateStyle;
}

/** Adds the extractor field that determines how to read the values of a recipe field. */
export const readable = (field: RecipeField): ReadableField => ({ field, wanted: fieldOf(field) });

const maxItems = 200;

/** Reads the values from one source. If the source is marked `unique`, several different values count as none. */
export function readSource(
  one: ReadableField,
  source: RecipeSource,
  root: ParentNode,
  reader: SourceReader,
): readonly ReadValue[] {
  const cached = reader.isCacheable(source) ? cachedReadings(reader.evidence, one, source) : undefined;
  const known = cached?.get(root);
  if (known) return known;
  const read = readUncached(one, source, root, reader);
  cached?.set(root, read);
  return read;
}

function readUncached(
  { field, wanted, dates }: ReadableField,
  source: RecipeSource,
  root: ParentNode,
  reader: SourceReader,
): readonly ReadValue[] {
  const place = dates ? { ...reader.evidence.place, dates } : reader.evidence.place;
  const valueIn = (sighting: Sighting): unknown => {
    if (field.type === 'price' && !isPrice(sighting)) return undefined;
    if (field.type === 'html') return sighting.raw;
    if (field.end === 'upper' && !isRange(field, sighting, place)) return undefined;
    return coerce(wanted, sighting, place)?.value;
  };
  const isFirstEnough = !field.list && !source.unique;
  const read: ReadValue[] = [];
  for (const sighting of reader.sightings(source, field.type, root)) {
    const value = valueIn(sighting);
    if (value !== undefined) read.push({ value, sighting });
    if (isFirstEnough && read.length > 0) break;
  }
  if (field.list) return distinct(read).slice(0, maxItems);
  return source.unique && distinct(read).length > 1 ? [] : read.slice(0, 1);
}

/** True for a range of prices or dates. */
export function isRange({ type }: Pick<RecipeField, 'type'>, sighting: Sighting, place: ValuePlace): boolean {
  if (typeof sighting.raw !== 'string') return false;
  if (type === 'price') return priceFor({ concept: undefined }, sighting, place)?.high !== undefined;
  return /^date/.test(type) && daysOfRange(sighting.raw, place.dates) !== undefined;
}

/** True for a price. Text with letters counts only if it contains an amount with a currency. */
const isPrice = ({ raw, kind }: Sighting): boolean =>
  typeof raw !== 'string' || (kind !== 'text' && kind !== 'label') || !/\p{L}/u.test(raw) || findMoney(raw).length > 0;

/**
 * Returns the first value found. With `all`, reads every source to detect conflicts, and returns the value that most
 * sources yield. On a tie, the first of these values wins. Undefined if no source has a value.
 */
export function readField(
  readableField: ReadableField,
  root: ParentNode,
  reader: SourceReader,
  all: boolean,
): ReadField | undefined {
  const found: { readonly source: number; readonly values: readonly ReadValue[]; votes: number }[] = [];
  for (const [index, source] of readableField.field.sources.entries()) {
    // Label sources search the text of the entire page, so they are only a last resort.
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
