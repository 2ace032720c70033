import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { errorAnswers } from '../../common/api/responses';
import { targetUrl } from '../../common/api/target-url';
import { AppError } from '../../common/errors';
import { recipeShape } from '../../common/recipe';
import { recipeSchema } from '../../contract/recipe-file';
import { mostPages, RecipeLearner } from '../../kinds/recipes/recipe-learner';
import { lackingFields, RecipeWatch } from '../../page/recipes/recipe-watch';
import { type SavedRecipe, SavedRecipes } from '../../page/recipes/saved-recipes';
import { abortOnDisconnect } from '../callers';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const params = z.object({ name: z.string().min(1).max(80).describe('Name of the recipe.') });
const savedAt = z.iso.datetime().describe('When it was last changed.');
const facts = z.object({
  name: z.string().describe('Name.'),
  description: z.string().optional().describe('What it reads.'),
  pages: z.array(z.string()).describe('Addresses it is made for.'),
  fields: z.array(z.string()).describe('Names of its fields.'),
  savedAt,
  pagesRead: z.int().describe('Pages it has read since.'),
  lacking: z.array(z.string()).describe('Usual fields that three of the last six pages or more lack.'),
  changedSince: z.iso
    .datetime()
    .optional()
    .describe('Since when its pages seem to have changed; absent while all is well.'),
});
const listed = z.object({ items: z.array(facts) });
const learnBody = z.strictObject({
  urls: z.array(targetUrl).max(mostPages).optional().describe('Three pages of one kind or more.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema of the data.'),
  prompt: z.string().trim().max(10_000).optional().describe('What is wanted, in plain words.'),
  jobId: z
    .guid()
    .optional()
    .describe('A finished extract, whose pages and data are taken in place of urls and schema.'),
  name: recipeShape.shape.name
    .optional()
    .describe('Name to save it under; with nothing else, a learned recipe is learned anew from its pages.'),
  replace: z.boolean().optional().describe('Replace a saved recipe of that name.'),
});
const learned = z.object({
  recipe: recipeSchema.describe('The recipe as it was saved.'),
  warning: z.string().optional().describe('Which pages and fields were left out, and why.'),
});
const gone = z.object({ success: z.literal(true) });

const answers = (schema: z.ZodType) => ({ response: { 200: schema, ...errorAnswers }, tags: ['recipes'] });

/** Saved recipes, for the window and the command line. */
@injectable()
export class RecipeRoutes implements Routes {
  constructor(
    @inject(SavedRecipes) private readonly recipes: SavedRecipes,
    @inject(RecipeLearner) private readonly learner: RecipeLearner,
    @inject(RecipeWatch) private readonly watch: RecipeWatch,
  ) {}

  register(app: FastifyInstance): void {
    this.#registerLearning(app);
    const routes = app.withTypeProvider<ZodRequests>();
    const path = '/local/recipes/:name';
    routes.get('/local/recipes', { schema: { ...answers(listed), description: 'Saved recipes.' } }, async () => {
      const saved = await this.recipes.list();
      return { items: await Promise.all(saved.map((one) => this.#facts(one))) };
    });
    const one = { ...answers(recipeSchema), params, description: 'A saved recipe, as a file.' };
    routes.get(path, { schema: one }, async ({ params: { name } }) => {
      return (await this.recipes.get(name))?.recipe ?? notFound(name);
    });
    const put = { ...answers(recipeSchema), params, body: recipeSchema, description: 'Saves a recipe under its name.' };
    routes.put(path, { schema: put }, async ({ params: { name }, body }) => {
      if (body.name !== name)
        throw new AppError('BAD_REQUEST', `The recipe calls itself "${body.name}", not "${name}".`);
      await this.recipes.put(body);
      return body;
    });
    const remove = { ...answers(gone), params, description: 'Removes a saved recipe.' };
    routes.delete(path, { schema: remove }, async ({ params: { name } }) => {
      return (await this.recipes.remove(name)) ? { success: true } : notFound(name);
    });
  }

  async #facts({ recipe: { name, description, pages, fields }, savedAt: at }: SavedRecipe) {
    const state = await this.watch.of(name);
    const { pages: pagesRead, changedSince } = state;
    const watched = { pagesRead, lacking: lackingFields(state), changedSince };
    return { name, description, pages, fields: fields.map((field) => field.name), savedAt: at, ...watched };
  }

  #registerLearning(app: FastifyInstance): void {
    const learn = { ...answers(learned), body: learnBody, description: 'Learns a recipe from pages and saves it.' };
    app
      .withTypeProvider<ZodRequests>()
      .post('/local/recipes/learn', { schema: learn }, ({ body, keyId }, reply) =>
        this.learner.learn(body, { keyId, signal: abortOnDisconnect(reply) }),
      );
  }
}

function notFound(name: string): never {
  throw new AppError('NOT_FOUND', `There is no recipe "${name}"; the names are at /local/recipes.`);
}
