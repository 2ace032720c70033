import { defineFormat, recipeChoice, z } from '../../core/contract/plugin';

/** `recipe`: the rows a recipe reads from a page, without a model. */
export default defineFormat({
  id: 'recipe',
  summary: 'Rows of typed values as a recipe reads them, by selectors and without a model.',
  needs: ['recipeRows'],
  versions: ['v2'],
  options: z.object({
    recipe: recipeChoice.describe('Name of a saved recipe, `auto` for the one that fits the page, or a recipe.'),
    whenChanged: z
      .enum(['stop', 'continue'])
      .optional()
      .describe(
        'What a crawl or batch does when the last five pages of the recipe have changed: `stop`, as when absent, leaves the others out.',
      ),
  }),
  derive({ recipeRows: { result, warnings } }, { warn }) {
    for (const sentence of warnings) warn(sentence);
    return result;
  },
});
