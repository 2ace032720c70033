import type { ParentNode } from 'domhandler';
import type { Recipe } from '../../common/recipe';
import { styleOfColumn } from '../documents/metadata/date-style';
import { ambiguousDates, type DayOrder } from '../documents/metadata/dates';
import { dayRead, expectsDay } from '../extraction/rules/values/coerce';
import type { ReadableField, ReadField } from './read-field';
import type { SourceReader } from './source-reader';

/** Adds the order of day and month to a field if the dates in its column determine the order. */
export function inColumnOrder(one: ReadableField, roots: readonly ParentNode[], reader: SourceReader): ReadableField {
  const { dates } = reader.evidence.place;
  const { dateOrder: order } = one.field;
  if (order) return { ...one, dates: { language: dates?.language ?? '', order, isSure: true } };
  const [source] = one.field.sources;
  if (!expectsDay(one.wanted) || !dates || !source || source.label !== undefined) return one;
  const found = roots.flatMap((root) => reader.sightings(source, one.field.type, root));
  return {
    ...one,
    dates: styleOfColumn(
      dates,
      found.map(({ raw }) => String(raw)),
    ),
  };
}

/** An ambiguous numeric date whose column does not determine the order of day and month. */
export interface UnclearDate {
  readonly field: string;
  readonly text: string;
  /** Date that was read, `YYYY-MM-DD`. */
  readonly day: string;
  readonly other: string;
  readonly order: DayOrder;
}

/**
 * Returns the first ambiguous date of each field. Skips the upper end of a range if the lower end is also read, because
 * both have the same order of day and month.
 */
export function unclearDates(
  fields: readonly ReadableField[],
  rows: readonly ReadonlyMap<string, ReadField>[],
  { evidence }: SourceReader,
): readonly UnclearDate[] {
  const lower = new Set(fields.flatMap(({ field }) => (field.end === 'lower' ? JSON.stringify(field.sources) : [])));
  return fields.flatMap((one) => {
    if (one.field.end === 'upper' && lower.has(JSON.stringify(one.field.sources))) return [];
    const dates = one.dates ?? evidence.place.dates;
    const found = rows.flatMap((row) => {
      const sighting = row.get(one.field.name)?.values[0]?.sighting;
      const read = sighting && dayRead(one.wanted, sighting, { ...evidence.place, dates });
      return read?.other === undefined || !dates
        ? []
        : [
            {
              field: one.field.name,
              text: String(sighting?.raw),
              day: read.day,
              other: read.other,
              order: dates.order,
            },
          ];
    });
    return found.slice(0, 1);
  });
}

/** Returns a warning about ambiguous dates. */
export function dateSentences({ name: recipe }: Recipe, dates: readonly UnclearDate[]): readonly string[] {
  const sentence = ambiguousDates(dates.map(({ field, ...date }) => ({ ...date, name: field })));
  return sentence === undefined ? [] : [`Recipe "${recipe}": ${sentence}`];
}
