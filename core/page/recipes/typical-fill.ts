import { engineSentence } from '../../common/engine-sentences';
import type { Recipe, RecipeResult } from '../../common/recipe';
import { currencySentences } from './row-currencies';
import { rangeSentences } from './row-ranges';

type Fill = Readonly<Record<string, number>>;

/** A field is expected on every page of a site if at least this share of the site's rows has a value for it. */
const typicalShare = 0.8;
/**
 * An expected field counts as missing on a page if its share of rows with a value is lower than usual by more than
 * this.
 */
const tolerance = 0.4;
/** The template counts as changed if a page has less than this share of the usual number of rows. */
const fewRows = 0.2;

/** Returns the expected fields that are missing on a page. */
export function belowTypical({ health }: Recipe, rows: number, fill: Fill): readonly string[] {
  return Object.entries(health?.fill ?? {}).flatMap(([name, usual]) =>
    usual >= typicalShare && (fill[name] ?? 0) < (rows === 0 ? usual : usual - tolerance) ? [name] : [],
  );
}

/**
 * True if the template has changed: a required field is missing, most of the expected fields are missing, or there are
 * too few rows.
 */
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
  const usual = missing.map((field) => `${field} (${Math.round((health?.fill[field] ?? 0) * 100)}%)`);
  const key = rows.length > 0 ? 'recipe.fewValues' : missing.length > 0 ? 'recipe.noValues' : 'recipe.nothing';
  const fields = (rows.length > 0 ? usual : missing).join(', ');
  return [
    ...currencySentences(recipe, result),
    ...rangeSentences(recipe, result),
    ...(missing.length > 0 || rows.length === 0 ? [engineSentence(key, { recipe: name, fields })] : []),
    ...(changed ? [engineSentence('recipe.changed', { recipe: name })] : []),
  ];
}
