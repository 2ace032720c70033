import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { FormatRequest } from '../../common/model';
import type { Recipe } from '../../common/recipe';
import type { Hooks } from '../../contract/hooks';
import type { DocumentStore } from '../../ports/document-store';
import { fitsPattern } from './address-pattern';
import { minPages } from './learn/learn-recipe';
import { unreadPaths } from './recipe-values';
import { type RecipeDocument, RecipeDocuments, RecipeWatch } from './recipe-watch';

/** A saved recipe. */
export interface SavedRecipe {
  readonly recipe: Recipe;
  /** Time of the last change, ISO 8601. */
  readonly savedAt: string;
}

/** Maximum number of pages with the changed template that are used to relearn a recipe. */
const maxChangedPages = 10;

/** Stores recipes by name. */
@injectable()
export class SavedRecipes {
  constructor(
    @inject(RecipeDocuments) private readonly documents: DocumentStore<RecipeDocument>,
    @inject(RecipeWatch) private readonly watch: RecipeWatch,
  ) {}

  /** Rejects requests with unknown recipe names before any page is fetched. */
  apply(hooks: Hooks): void {
    hooks.spec.tapPromise('recipes', async (spec) => {
      for (const { recipe } of spec.formats)
        if (typeof recipe === 'string' && recipe !== 'auto') await this.named(recipe);
      return spec;
    });
  }

  /** Returns all recipes, sorted by name. */
  async list(): Promise<readonly SavedRecipe[]> {
    const documents = await this.documents.all();
    return documents.map(toSaved).sort((a, b) => a.recipe.name.localeCompare(b.recipe.name));
  }

  /** Returns the recipe with the given name, if any. */
  async get(name: string): Promise<SavedRecipe | undefined> {
    const document = await this.documents.get(name);
    return document && toSaved(document);
  }

  /** Saves a recipe. Replaces a recipe with the same name and clears its history. */
  async put(recipe: Recipe): Promise<void> {
    this.watch.forget(recipe.name);
    await this.documents.put({ _id: recipe.name, content: JSON.stringify(recipe), savedAt: new Date().toISOString() });
  }

  /** Deletes a recipe. Returns false if the name is unknown. */
  async remove(name: string): Promise<boolean> {
    this.watch.forget(name);
    return this.documents.remove(name);
  }

  /**
   * Returns the input for relearning a recipe. Undefined if the recipe was not learned. If fields were missing on
   * enough recent pages, uses those pages instead of the original ones.
   */
  async toRelearn(name: string): Promise<Recipe['learned']> {
    const learned = (await this.get(name))?.recipe.learned;
    const { recent } = await this.watch.of(name);
    const lacking = [...new Set(recent.flatMap(({ url, missing }) => (missing.length > 0 ? [url] : [])))];
    return learned && lacking.length >= minPages ? { ...learned, urls: lacking.slice(-maxChangedPages) } : learned;
  }

  /** Returns a saved recipe. Throws BAD_REQUEST if the name is unknown. */
  async named(name: string): Promise<Recipe> {
    const saved = await this.get(name);
    if (saved) return saved.recipe;
    throw new AppError('BAD_REQUEST', `There is no recipe "${name}"; see /local/recipes for the names.`);
  }

  /** Replaces each recipe name in the formats with the recipe itself. `auto` selects a recipe by URL and schema. */
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

  /** Returns the recipe with the longest matching URL pattern among those that read all fields of the schema. */
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

/** True if a recipe reads all fields of the schema, or if there is no schema. */
const hasFields = (recipe: Recipe, schema: unknown): boolean =>
  typeof schema !== 'object' ||
  schema === null ||
  unreadPaths(recipe, schema as Readonly<Record<string, unknown>>).length === 0;
