import type { Recipe, RecipeResult } from '../../common/recipe';
import { currencySentences } from './row-currencies';
import { rangeSentences } from './row-ranges';

type Fill = Readonly<Record<string, number>>;

/** A field is usual where this share of the rows has it. */
const usualShare = 0.8;
/** How far below its usual share a field may be on one page. */
const tolerance = 0.4;
/** A page with fewer than this share of the usual rows has lost most of them. */
const fewRows = 0.2;

/** Fields that nearly all rows of the kind have, and those of this page have not. */
export function belowUsual({ health }: Recipe, rows: number, fill: Fill): readonly string[] {
  return Object.entries(health?.fill ?? {}).flatMap(([name, usual]) =>
    usual >= usualShare && (fill[name] ?? 0) < (rows === 0 ? usual : usual - tolerance) ? [name] : [],
  );
}

/** True where a required field or most of the usual ones are missing, or most of the rows. */
export function hasChanged({ health, fields }: Recipe, rows: number, missing: readonly string[]): boolean {
  const usual = Object.values(health?.fill ?? {}).filter((share) => share >= usualShare).length;
  if (usual === 0) return false;
  const isRequired = fields.some(({ name, required }) => required && missing.includes(name));
  const usualRows = health?.rows ?? 1;
  return isRequired || (usualRows >= 4 && rows < usualRows * fewRows) || missing.length * 2 > usual;
}

/** What is to be said of a page with less than usual, or with prices of another currency. */
export function missingSentences(recipe: Recipe, result: RecipeResult): readonly string[] {
  const { name, health } = recipe;
  const { rows, missing, changed } = result;
  const what = rows.length === 0 ? 'nothing was found of' : 'less than usual was found of';
  const fields = missing.map((field) => `${field} (usually on ${Math.round((health?.fill[field] ?? 0) * 100)} %)`);
  return [
    ...currencySentences(recipe, result),
    ...rangeSentences(recipe, result),
    ...(missing.length > 0 ? [`Recipe "${name}": ${what} ${fields.join(', ')}.`] : []),
    ...(rows.length === 0 && missing.length === 0 ? [`Recipe "${name}": nothing was found on the page.`] : []),
    ...(changed ? [`The template of the page seems to have changed: learn the recipe "${name}" anew.`] : []),
  ];
}
