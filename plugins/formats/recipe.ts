import { defineFormat, recipeChoice, z } from '../../core/contract/plugin';

/** `recipe`: rows extracted from a page by a recipe, without a model. */
export default defineFormat({
  id: 'recipe',
  summary: 'Rows of typed values, read using the selectors of a recipe, without a model.',
  needs: ['recipeRows'],
  versions: ['v2'],
  options: z.object({
    recipe: recipeChoice.describe('Name of a saved recipe, `auto` for the best match for the page, or a recipe.'),
    whenChanged: z
      .enum(['stop', 'continue'])
      .optional()
      .describe(
        'How a crawl or batch reacts if the template of the last five pages read with the recipe has changed. The default, `stop`, skips the remaining pages.',
      ),
  }),
  derive({ recipeRows: { result, warnings } }, { warn }) {
    for (const sentence of warnings) warn(sentence);
    return result;
  },
});
