import { z } from 'zod';
import { done, doneAnswer } from '../../common/api/responses';
import { learnedAnswer, recipesAnswer } from '../../common/api/saved-answers';
import { targetUrl } from '../../common/api/target-url';
import { AppError } from '../../common/errors';
import { recipeShape } from '../../common/recipe';
import { recipeSchema } from '../../contract/recipe-file';
import { maxPages, RecipeLearner } from '../../kinds/recipes/recipe-learner';
import { missingFields, RecipeWatch } from '../../page/recipes/recipe-watch';
import { type SavedRecipe, SavedRecipes } from '../../page/recipes/saved-recipes';
import { abortOnDisconnect } from '../callers';
import { route, routeGroup } from '../route';

const learnBody = z.strictObject({
  urls: z.array(targetUrl).max(maxPages).optional().describe('URLs of at least three pages of the same type.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema that the data must match.'),
  prompt: z.string().trim().max(10_000).optional().describe('What to find, in plain words.'),
  jobId: z
    .guid()
    .optional()
    .describe('ID of a finished extraction. Its pages and data are used instead of `urls` and `schema`.'),
  name: recipeShape.shape.name
    .optional()
    .describe('Name of the saved recipe. If it is the only field, the recipe with this name is learned again.'),
  replace: z.boolean().optional().describe('If true, replaces a saved recipe with the same name.'),
});
const path = '/local/recipes/:name';
const tag = 'recipes';
const one = { tag, params: z.object({ name: z.string().min(1).max(80).describe('Name of the recipe.') }) };

/** Routes for saved recipes. Used by the UI and the command line. */
export const recipeRoutes = routeGroup([SavedRecipes, RecipeLearner, RecipeWatch], (recipes, learner, watch) => [
  route(
    'POST',
    '/local/recipes/learn',
    { tag, body: learnBody, answer: learnedAnswer, description: 'Learns a recipe from pages and saves it.' },
    ({ body, keyId }, reply) => learner.learn(body, { keyId, signal: abortOnDisconnect(reply) }),
  ),
  route('GET', '/local/recipes', { tag, answer: recipesAnswer, description: 'Saved recipes.' }, async () => ({
    items: await Promise.all((await recipes.list()).map((saved) => factsOf(saved, watch))),
  })),
  route(
    'GET',
    path,
    { ...one, answer: recipeSchema, description: 'A saved recipe, as a file.' },
    async ({ params: { name } }) => (await recipes.get(name))?.recipe ?? notFound(name),
  ),
  route(
    'PUT',
    path,
    { ...one, body: recipeSchema, answer: recipeSchema, description: 'Saves a recipe under its name.' },
    async ({ params: { name }, body }) => {
      if (body.name !== name)
        throw new AppError(
          'BAD_REQUEST',
          `The recipe is named "${body.name}", but the URL names "${name}"; use the same name in both.`,
        );
      await recipes.put(body);
      return body;
    },
  ),
  route(
    'DELETE',
    path,
    { ...one, answer: doneAnswer, description: 'Deletes a saved recipe.' },
    async ({ params: { name } }) => ((await recipes.remove(name)) ? done : notFound(name)),
  ),
]);

async function factsOf({ recipe: { name, description, pages, fields }, savedAt }: SavedRecipe, watch: RecipeWatch) {
  const state = await watch.of(name);
  const { pages: pagesRead, changedSince } = state;
  const watched = { pagesRead, lacking: missingFields(state), changedSince };
  return { name, description, pages, fields: fields.map((field) => field.name), savedAt, ...watched };
}

function notFound(name: string): never {
  throw new AppError('NOT_FOUND', `There is no recipe "${name}"; see /local/recipes for the names.`);
}
