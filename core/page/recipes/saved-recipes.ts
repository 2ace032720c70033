import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { FormatRequest } from '../../common/model';
import type { Recipe } from '../../common/recipe';
import type { Hooks } from '../../contract/hooks';
import type { DocumentStore } from '../../ports/document-store';
import { fitsPattern } from './address-pattern';
import { fewestPages } from './learn/learn-recipe';
import { unreadPaths } from './recipe-values';
import { type RecipeDocument, RecipeDocuments, RecipeWatch } from './recipe-watch';

/** A recipe as it is kept. */
export interface SavedRecipe {
  readonly recipe: Recipe;
  /** ISO time of the last change. */
  readonly savedAt: string;
}

/** Most changed pages a recipe is learned anew from. */
const mostOfChanged = 10;

/** Recipes that were saved by name. */
@injectable()
export class SavedRecipes {
  constructor(
    @inject(RecipeDocuments) private readonly documents: DocumentStore<RecipeDocument>,
    @inject(RecipeWatch) private readonly watch: RecipeWatch,
  ) {}

  /** Refuses, before anything is fetched, a format that names a recipe which is not saved. */
  apply(hooks: Hooks): void {
    hooks.spec.tapPromise('recipes', async (spec) => {
      for (const { recipe } of spec.formats)
        if (typeof recipe === 'string' && recipe !== 'auto') await this.named(recipe);
      return spec;
    });
  }

  /** All recipes by name. */
  async list(): Promise<readonly SavedRecipe[]> {
    const documents = await this.documents.all();
    return documents.map(toSaved).sort((a, b) => a.recipe.name.localeCompare(b.recipe.name));
  }

  /** Undefined when there is none of this name. */
  async get(name: string): Promise<SavedRecipe | undefined> {
    const document = await this.documents.get(name);
    return document && toSaved(document);
  }

  /** Adds a recipe or replaces the one of its name; what that one has read is forgotten. */
  async put(recipe: Recipe): Promise<void> {
    this.watch.forget(recipe.name);
    await this.documents.put({ _id: recipe.name, content: JSON.stringify(recipe), savedAt: new Date().toISOString() });
  }

  /** False when there was none of this name. */
  async remove(name: string): Promise<boolean> {
    this.watch.forget(name);
    return this.documents.remove(name);
  }

  /** How a recipe was learned, with the pages that lack something by now where there are enough; undefined for others. */
  async toLearnAgain(name: string): Promise<Recipe['learned']> {
    const learned = (await this.get(name))?.recipe.learned;
    const { recent } = await this.watch.of(name);
    const lacking = [...new Set(recent.flatMap(({ url, missing }) => (missing.length > 0 ? [url] : [])))];
    return learned && lacking.length >= fewestPages ? { ...learned, urls: lacking.slice(-mostOfChanged) } : learned;
  }

  /** The recipe a request names; throws BAD_REQUEST when it is not saved. */
  async named(name: string): Promise<Recipe> {
    const saved = await this.get(name);
    if (saved) return saved.recipe;
    throw new AppError(
      'BAD_REQUEST',
      `There is no recipe "${name}"; save it first, or see the names at /local/recipes.`,
    );
  }

  /** Formats with the recipes they name written out; `auto` stands for the one made for the address and the schema, if any. */
  async writtenOut(formats: readonly FormatRequest[], url: string): Promise<readonly FormatRequest[]> {
    if (!formats.some(({ recipe }) => typeof recipe === 'string')) return formats;
    return Promise.all(
      formats.map(async (format) => {
        const { recipe, ...rest } = format;
        if (typeof recipe !== 'string') return format;
        const found = recipe === 'auto' ? await this.#fitting(url, rest.schema) : await this.named(recipe);
        return found ? { ...rest, recipe: found } : rest;
      }),
    );
  }

  /** The recipe made for an address that has every field of the schema; of several the one made for fewest addresses. */
  async #fitting(url: string, schema: unknown): Promise<Recipe | undefined> {
    const saved = await this.list();
    const fitting = saved.flatMap(({ recipe }) => {
      const pattern = longest(recipe.pages.filter((one) => fitsPattern(url, one)));
      return pattern !== undefined && hasFields(recipe, schema) ? [{ recipe, length: pattern.length }] : [];
    });
    return fitting.reduce<(typeof fitting)[number] | undefined>(
      (best, one) => (best && best.length >= one.length ? best : one),
      undefined,
    )?.recipe;
  }
}

const toSaved = ({ content, savedAt }: RecipeDocument): SavedRecipe => ({
  recipe: JSON.parse(content) as Recipe,
  savedAt,
});

const longest = (patterns: readonly string[]): string | undefined =>
  patterns.reduce<string | undefined>((best, one) => (best && best.length >= one.length ? best : one), undefined);

/** True when a recipe reads every field a schema asks for; any schema for a caller who gives none. */
const hasFields = (recipe: Recipe, schema: unknown): boolean =>
  typeof schema !== 'object' ||
  schema === null ||
  unreadPaths(recipe, schema as Readonly<Record<string, unknown>>).length === 0;
