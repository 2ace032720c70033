import type { ParentNode } from 'domhandler';
import type { Recipe } from '../../common/recipe';
import { styleOfColumn } from '../documents/metadata/date-style';
import { ambiguousDates } from '../documents/metadata/dates';
import { dayRead, expectsDay } from '../extraction/rules/values/coerce';
import type { ReadableField, ReadField } from './read-field';
import type { SourceReader } from './source-reader';

/** Returns the field with the date order determined by the dates in its column. */
export function inColumnOrder(one: ReadableField, roots: readonly ParentNode[], reader: SourceReader): ReadableField {
  const { dates } = reader.evidence.place;
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

/** Returns a warning about dates whose order of day and month is ambiguous. */
export function dateSentences(
  { name: recipe }: Recipe,
  fields: readonly ReadableField[],
  rows: readonly ReadonlyMap<string, ReadField>[],
  { evidence }: SourceReader,
): readonly string[] {
  const open = fields.flatMap((one) =>
    rows.flatMap((row) => {
      const sighting = row.get(one.field.name)?.values[0]?.sighting;
      const place = { ...evidence.place, dates: one.dates ?? evidence.place.dates };
      const found = sighting && dayRead(one.wanted, sighting, place);
      return found?.other === undefined ? [] : [{ ...found, text: String(sighting?.raw), name: one.field.name }];
    }),
  );
  const sentence = ambiguousDates(open);
  return sentence === undefined ? [] : [`Recipe "${recipe}": ${sentence}`];
}
