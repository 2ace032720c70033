import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';
import type { SavedRecipes } from '../recipes/saved-recipes';
import type { DocumentReader, ReadInput, ReadOutput } from './document-reader';

type Rest = Parameters<DocumentReader['read']> extends [unknown, ...infer Others] ? Others : never;

/** Replaces names of saved recipes with the recipes, because reader threads cannot access the store. */
export class RecipeReader implements DocumentReader {
  constructor(
    private readonly reader: DocumentReader,
    private readonly recipes: Pick<SavedRecipes, 'writtenOut'>,
  ) {}

  async read(input: ReadInput, ...rest: Rest): Promise<ReadOutput> {
    return this.reader.read({ ...input, formats: await this.recipes.writtenOut(input.formats, input.url) }, ...rest);
  }

  learn(input: LearnInput, signal: AbortSignal): Promise<Learned> {
    return this.reader.learn(input, signal);
  }

  warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean> {
    return this.reader.warm(samples, signal);
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}
