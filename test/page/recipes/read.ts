import type { Recipe } from '../../../core/common/recipe';
import { extractMetadata } from '../../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { Evidence } from '../../../core/page/extraction/rules/page/evidence';
import { readRecipe } from '../../../core/page/recipes/read-recipe';

/** Reads HTML with a recipe, as the reader threads do. */
export function readBy(recipe: Recipe, html: string, url = 'https://shop.example/p/kettle') {
  const { document } = parseHtml(html);
  return readRecipe(recipe, new Evidence(document, url, extractMetadata(document, { url })));
}

/** Creates a recipe with one record per page, for any page on `shop.example`. */
export const recipeOf = (fields: Recipe['fields'], more: Partial<Recipe> = {}): Recipe => ({
  version: 1,
  name: 'things',
  pages: ['https://shop.example/*'],
  fields,
  ...more,
});
