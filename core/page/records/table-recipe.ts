import type { Element } from 'domhandler';
import { engineSentence } from '../../common/engine-sentences';
import type { Recipe, RecipeField } from '../../common/recipe';
import type { NextControl } from '../../contract/page-controls';
import { isWithinAny } from '../documents/children';
import { patternOf } from '../recipes/address-pattern';
import { readable, readField } from '../recipes/read-field';
import type { SourceReader } from '../recipes/source-reader';
import { selectorOfRecords } from './record-selector';
import type { PickedRecord } from './shape';
import type { SuggestedField } from './suggest-fields';

/** Input for building a recipe. */
export interface RecipeParts {
  readonly records: readonly PickedRecord[];
  readonly fields: readonly SuggestedField[];
  readonly next?: NextControl;
  /** URLs of similar pages. */
  readonly alike: readonly string[];
  readonly reader: SourceReader;
}

/** Creates the recipe that reads the records and fields. Undefined if no selector matches all records. */
export function recipeOf(
  { records, fields, next, reader, alike }: RecipeParts,
  { name, single }: { readonly name: string; readonly single: boolean },
): { readonly recipe: Recipe; readonly warnings: readonly string[] } | undefined {
  const address = reader.evidence.url;
  const given = fields.map(({ field }) => field);
  const start = { version: 1 as const, name, pages: patternsFor(address, next) };
  if (single) {
    const pages = alike.length > 0 ? [...new Set([...start.pages, patternOf([address, ...alike])])] : start.pages;
    return { recipe: { ...start, pages, fields: given }, warnings: [] };
  }
  const found = selectorOfRecords(records, reader);
  if (!found) return undefined;
  const { fields: told, left } = withRequired(given, records, found.extra, reader);
  const recipe: Recipe = {
    ...start,
    records: { selector: found.css, ...(isNested(records) ? { nested: true } : {}) },
    fields: [...told],
    ...pagingBy(next),
  };
  const sentence = engineSentence(left === 1 ? 'table.oneAlsoRead' : 'table.alsoRead', { count: left });
  return { recipe, warnings: left > 0 ? [sentence] : [] };
}

/** Returns the pagination part of a recipe. */
const pagingBy = (next: NextControl | undefined): Pick<Recipe, 'next' | 'more'> => ({
  ...(next?.kind === 'link' ? { next: next.numbers ?? next.selector } : {}),
  ...(next?.kind === 'button' ? { more: { selector: next.numbers ?? next.selector } } : {}),
  ...(next?.kind === 'scroll' ? { more: {} } : {}),
});

/** Replaces the pagination of a recipe. */
export function withPaging({ next: _, more: __, ...recipe }: Recipe, next: NextControl): Recipe {
  return { ...recipe, ...pagingBy(next) };
}

/**
 * Returns `recipe` with the description and pagination of `list`, the recipe that it continues. Combines the URL
 * patterns of both.
 */
export function continued(recipe: Recipe, list: Recipe | undefined): Recipe {
  if (!list) return recipe;
  const { next: _, more: __, ...rest } = recipe;
  return {
    ...{ ...rest, pages: [...new Set([...list.pages, ...recipe.pages])] },
    ...(list.description === undefined ? {} : { description: list.description }),
    ...(list.next === undefined ? {} : { next: list.next }),
    ...(list.more ? { more: list.more } : {}),
  };
}

/** True if one record contains another. */
export function isNested(records: readonly PickedRecord[]): boolean {
  const all = new Set(records.flat());
  return records.some(([first]) => first !== undefined && isWithinAny(first.parent, all));
}

/** Returns URL patterns for a list: the list's own path with any query, and the path of its next pages. */
function patternsFor(address: string, next: NextControl | undefined): string[] {
  const bare = (url: string): string => url.replace(/[?#].*/s, '');
  const own = bare(address);
  const other = next?.url === undefined ? own : bare(next.url);
  if (other === own) return [`${own}*`];
  const numbered = other.replace(/(?<!\d)\d+(?!\d)(?=\D*$)/, '*');
  return [`${own}*`, numbered.includes('*') ? numbered : `${other}*`];
}

/**
 * Marks one field as required, so that similar elements without the field are excluded. Every record has this field,
 * and the fewest similar elements do. `left` is the number of similar elements that still match.
 */
function withRequired(
  fields: readonly RecipeField[],
  records: readonly PickedRecord[],
  extra: readonly Element[],
  reader: SourceReader,
): { readonly fields: readonly RecipeField[]; readonly left: number } {
  const has = (field: RecipeField, root: Element): boolean =>
    readField(readable(field), root, reader, false) !== undefined;
  if (extra.length === 0) return { fields, left: 0 };
  const complete = fields.filter((field) => records.every(([root]) => root && has(field, root)));
  const left = (field: RecipeField): number => extra.filter((element) => has(field, element)).length;
  const best = complete.toSorted((a, b) => left(a) - left(b))[0];
  if (!best || left(best) === extra.length) return { fields, left: extra.length };
  return { fields: fields.map((field) => (field === best ? { ...field, required: true } : field)), left: left(best) };
}
