import { engineSentence } from '../../common/engine-sentences';
import type { Recipe, RecipeField, RecipeResult } from '../../common/recipe';
import type { Sighting } from '../extraction/rules/find/sighting';
import type { Evidence } from '../extraction/rules/page/evidence';
import { isRange, type ReadField } from './read-field';
import { priceSeen } from './seen-prices';

/**
 * Returns the names of the fields that contain only the lower end of ranges, although some rows contain a range of
 * prices or dates.
 */
export function rangesIn(
  { fields }: Recipe,
  rows: readonly ReadonlyMap<string, ReadField>[],
  evidence: Evidence,
): readonly string[] {
  const isSeenRange = (field: RecipeField, sighting: Sighting): boolean =>
    field.type === 'price'
      ? typeof sighting.raw === 'string' && priceSeen(sighting, evidence)?.high !== undefined
      : isRange(field, sighting, evidence.place);
  const hasRange = (field: RecipeField): boolean =>
    rows.some((row) => row.get(field.name)?.values.some(({ sighting }) => isSeenRange(field, sighting)));
  return fields.filter((one) => one.end === undefined && hasRange(one)).map(({ name }) => name);
}

/** Returns warnings about fields that contain only the lower end of ranges. */
export const rangeSentences = (
  { name }: Pick<Recipe, 'name'>,
  { ranges = [] }: Pick<RecipeResult, 'ranges'>,
): readonly string[] => ranges.map((field) => engineSentence('recipe.range', { recipe: name, field }));
