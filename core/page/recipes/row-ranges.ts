import { engineSentence } from '../../common/engine-sentences';
import type { Recipe, RecipeField, RecipeResult } from '../../common/recipe';
import type { Evidence } from '../extraction/rules/page/evidence';
import { isRange, type ReadField } from './read-field';

/** Returns the fields that read only the lower end, although some rows contain a range of prices or dates. */
export function rangesIn(
  { fields }: Recipe,
  rows: readonly ReadonlyMap<string, ReadField>[],
  { place }: Evidence,
): readonly string[] {
  const hasRange = (field: RecipeField): boolean =>
    rows.some((row) => row.get(field.name)?.values.some(({ sighting }) => isRange(field, sighting, place)));
  return fields.filter((one) => one.end === undefined && hasRange(one)).map(({ name }) => name);
}

/** Returns warnings about fields that read only the lower end of a range. */
export const rangeSentences = (
  { name }: Pick<Recipe, 'name'>,
  { ranges = [] }: Pick<RecipeResult, 'ranges'>,
): readonly string[] => ranges.map((field) => engineSentence('recipe.range', { recipe: name, field }));
