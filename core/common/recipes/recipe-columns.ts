import type { Recipe, RecipeField } from '../recipe';

type Health = NonNullable<Recipe['health']>;

/**
 * Replaces the columns of a recipe. Keeps the health data of unchanged columns, even if they were renamed, and drops
 * all other health data.
 */
export function withColumns(recipe: Recipe, fields: readonly RecipeField[]): Recipe {
  const { health, ...rest } = recipe;
  return { ...rest, fields: [...fields], ...(health ? { health: healthOf(health, recipe.fields, fields) } : {}) };
}

function healthOf({ fill, currencies, ...rest }: Health, before: readonly RecipeField[], now: readonly RecipeField[]) {
  const pairs = now.flatMap((field) => {
    const earlier = earlierOf(field, before, now);
    return earlier ? [[earlier.name, field.name] as const] : [];
  });
  const kept = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(pairs.flatMap(([from, to]) => (Object.hasOwn(values, from) ? [[to, values[from] as T]] : [])));
  const left = kept(currencies ?? {});
  return { ...rest, fill: kept(fill), ...(Object.keys(left).length > 0 ? { currencies: left } : {}) };
}

/**
 * Returns the earlier version of a column if it has the same values, even if the column was renamed. Otherwise, returns
 * undefined.
 */
function earlierOf(
  field: RecipeField,
  before: readonly RecipeField[],
  now: readonly RecipeField[],
): RecipeField | undefined {
  const named = before.find(({ name }) => name === field.name);
  if (named) return isSame(named, field) ? named : undefined;
  return before.find((one) => isSame(one, field) && !now.some(({ name }) => name === one.name));
}

/** True if two columns read the same values. */
const isSame = (one: RecipeField, other: RecipeField): boolean => valuesOf(one) === valuesOf(other);

/** Returns the parts of a column that determine its values, as a string. */
const valuesOf = ({ type, sources, end, dateOrder, list, of, choices }: RecipeField): string =>
  JSON.stringify([type, sources, end, dateOrder, list, of, choices]);
