import type { SavedRecipes } from '../recipes/saved-recipes';
import {
  type DocumentReader,
  type OnRecognition,
  PreparingReader,
  type ReadInput,
  type ReadOutput,
} from './document-reader';

/**
 * Replaces names of saved recipes in the input with the recipes themselves, because reader threads cannot access the
 * store.
 */
export class RecipeReader extends PreparingReader {
  constructor(
    reader: DocumentReader,
    private readonly recipes: Pick<SavedRecipes, 'writtenOut'>,
  ) {
    super(reader);
  }

  async read(input: ReadInput, signal: AbortSignal, onRecognition?: OnRecognition): Promise<ReadOutput> {
    const formats = await this.recipes.writtenOut(input.formats, input.url);
    return this.reader.read({ ...input, formats }, signal, onRecognition);
  }
}
