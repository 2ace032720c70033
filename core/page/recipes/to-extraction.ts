import type { Recipe } from '../../common/recipe';
import type { Extraction, MissingValue, ValueSource } from '../../contract/plugin';
import type { Field } from '../extraction/rules/schema/field';
import { normaliseSchema } from '../extraction/rules/schema/normalise-schema';
import { currencyOfValue } from '../extraction/rules/values/value-currency';
import { PathSelectors } from '../extraction/selectors/path-selectors';
import type { ReadField } from './read-field';
import type { RecipeReading } from './read-recipe';
import { fieldOf } from './recipe-types';
import { put } from './row-tree';

/** Returns the confidence in a value. The confidence decreases with the index of the source. */
const scoreOf = (source: number): number => Math.max(0.7, 0.95 - 0.05 * source);

type Schema = Readonly<Record<string, unknown>>;

/**
 * Converts the values read from a page to the shape of the data from which the recipe was learned (a list or one
 * record).
 */
export function toExtraction(recipe: Recipe, { read }: RecipeReading, url: string, schema?: Schema): Extraction {
  const sources: ValueSource[] = [];
  const missing: MissingValue[] = [];
  const tree: { data?: unknown } = {};
  const list = listOf(recipe);
  if (list !== undefined) put(tree, list, []);
  const selectors = new PathSelectors();
  const take = (field: Recipe['fields'][number], value: ReadField | undefined, steps: readonly string[]) => {
    const path = steps
      .slice(1)
      .map((step) => `/${step}`)
      .join('');
    const values = value?.values ?? [];
    put(tree, steps, field.list ? values.map((one) => one.value) : (values[0]?.value ?? null));
    if (values.length === 0) missing.push({ path, reason: `The recipe "${recipe.name}" found no "${field.name}".` });
    values.forEach(({ value: found, sighting }, place) => {
      const { node, kind, excerpt } = sighting;
      const currency = currencyOfValue({ field: fieldOf(field), value: found, sighting }, { base: url });
      const money = currency === undefined ? {} : { currency };
      const selector = node && kind !== 'address' ? { selector: selectors.of(node) } : {};
      const score = scoreOf(value?.source ?? 0);
      sources.push({ path: field.list ? `${path}/${place}` : path, url, kind, ...selector, excerpt, score, ...money });
    });
  };
  for (const [index, row] of read.entries())
    for (const field of recipe.fields) {
      const isOfPage = recipe.records?.name !== undefined && field.of === 'page';
      if (isOfPage && index > 0) continue;
      const start = isOfPage || list === undefined ? ['data'] : [...list, String(index)];
      take(field, row.get(field.name), [...start, ...field.name.split('/')]);
    }
  const data = tree.data ?? {};
  return { data: schema ? fitted(data, normaliseSchema(schema)) : data, sources, missing };
}

/** Returns the path to the list of records. Undefined if the page is a single record. */
function listOf({ records }: Recipe): readonly string[] | undefined {
  if (!records) return undefined;
  return records.name === undefined ? ['data'] : ['data', ...records.name.split('/')];
}

/** Removes null values that the schema does not allow. */
function fitted(value: unknown, field: Field | undefined): unknown {
  if (!field) return value;
  if (Array.isArray(value)) return value.map((one) => fitted(one, field.items));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): readonly (readonly [string, unknown])[] => {
    const own = field.fields.find((one) => one.name === name);
    const isLeftOut = isMissing(inner) && own !== undefined && !own.nullable && !own.required;
    return isLeftOut ? [] : [[name, fitted(inner, own)]];
  });
  return Object.fromEntries(entries);
}

const isMissing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
