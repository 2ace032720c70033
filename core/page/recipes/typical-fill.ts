import type { Recipe, RecipeResult } from '../../common/recipe';
import { currencySentences } from './row-currencies';
import { rangeSentences } from './row-ranges';

type Fill = Readonly<Record<string, number>>;

/** Minimum share of rows with a value for a field to count as usual. */
const typicalShare = 0.8;
/** Maximum drop below a field's usual share on one page. */
const tolerance = 0.4;
/** Minimum number of rows on a page, relative to the usual number. */
const fewRows = 0.2;

/** Returns the usual fields that are missing on a page. */
export function belowTypical({ health }: Recipe, rows: number, fill: Fill): readonly string[] {
  return Object.entries(health?.fill ?? {}).flatMap(([name, usual]) =>
    usual >= typicalShare && (fill[name] ?? 0) < (rows === 0 ? usual : usual - tolerance) ? [name] : [],
  );
}

/** True if a required field, over half of the usual fields, or over 80 % of the usual number of rows are missing. */
export function hasChanged({ health, fields }: Recipe, rows: number, missing: readonly string[]): boolean {
  const usual = Object.values(health?.fill ?? {}).filter((share) => share >= typicalShare).length;
  if (usual === 0) return false;
  const isRequired = fields.some(({ name, required }) => required && missing.includes(name));
  const defaultRows = health?.rows ?? 1;
  return isRequired || (defaultRows >= 4 && rows < defaultRows * fewRows) || missing.length * 2 > usual;
}

/** Returns warnings about missing fields, unusual currencies and a changed template. */
export function missingSentences(recipe: Recipe, result: RecipeResult): readonly string[] {
  const { name, health } = recipe;
  const { rows, missing, changed } = result;
  const what = rows.length === 0 ? 'no values were found for' : 'fewer values than usual were found for';
  const fields = missing.map((field) => `${field} (usually on ${Math.round((health?.fill[field] ?? 0) * 100)} %)`);
  return [
    ...currencySentences(recipe, result),
    ...rangeSentences(recipe, result),
    ...(missing.length > 0 ? [`Recipe "${name}": ${what} ${fields.join(', ')}.`] : []),
    ...(rows.length === 0 && missing.length === 0 ? [`Recipe "${name}": nothing was found on the page.`] : []),
    ...(changed ? [`The template of the page seems to have changed; learn the recipe "${name}" again.`] : []),
  ];
}
