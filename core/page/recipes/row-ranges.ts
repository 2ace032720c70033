import type { Recipe, RecipeResult } from '../../common/recipe';
import type { Evidence } from '../extraction/rules/page/evidence';
import { priceFor } from '../extraction/rules/values/coerce';
import type { ReadField } from './read-field';

/** Returns the price fields in which some rows contain a range, of which only the lower end is read. */
export function rangesIn(
  { fields }: Recipe,
  rows: readonly ReadonlyMap<string, ReadField>[],
  { place }: Evidence,
): readonly string[] {
  const isRange = (name: string): boolean =>
    rows.some((row) =>
      row
        .get(name)
        ?.values.some(
          ({ sighting }) =>
            typeof sighting.raw === 'string' && priceFor({ concept: undefined }, sighting, place)?.high !== undefined,
        ),
    );
  return fields.filter(({ name, type }) => type === 'price' && isRange(name)).map(({ name }) => name);
}

/** Returns warnings about price fields that contain ranges. */
export const rangeSentences = (
  { name }: Pick<Recipe, 'name'>,
  { ranges = [] }: Pick<RecipeResult, 'ranges'>,
): readonly string[] =>
  ranges.map((field) => `Recipe "${name}": ${field} is a range in some rows; only its lower end is read.`);
