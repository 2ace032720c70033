import type { Recipe } from '../../common/recipe';
import { ownValue } from '../../common/values/own-value';
import type { RecipeReading } from './read-recipe';

type Reading = Pick<RecipeReading, 'result' | 'currencies'>;

/** Returns the health data of a recipe, computed from one page. */
export function healthOn(
  { result, currencies }: Reading,
  { records }: Pick<Recipe, 'records'>,
): NonNullable<Recipe['health']> {
  return {
    ...{ pages: 1, fill: result.fill },
    ...(records ? { rows: result.rows.length } : {}),
    ...(Object.keys(currencies).length > 0 ? { currencies } : {}),
  };
}

/** Adds health data for the columns that have none, e.g. new columns. Does nothing if the page has no rows. */
export function withHealth(recipe: Recipe, reading: Reading): Recipe {
  const known = recipe.health;
  const isNew = (name: string): boolean => !known || ownValue(known.fill, name) === undefined;
  if (reading.result.rows.length === 0 || !recipe.fields.some(({ name }) => isNew(name))) return recipe;
  const { fill, currencies = {}, ...rest } = healthOn(reading, recipe);
  const found = Object.entries(currencies).filter(([name]) => isNew(name));
  const all = { ...Object.fromEntries(found), ...known?.currencies };
  return {
    ...recipe,
    health: {
      ...{ ...rest, ...known, fill: { ...fill, ...known?.fill } },
      ...(Object.keys(all).length > 0 ? { currencies: all } : {}),
    },
  };
}
