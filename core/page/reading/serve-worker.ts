import { toErrorData } from '../../common/thread-data';
import type { Registries } from '../../platform/plugins/registry';
import type { CheckInput, CheckOutput } from '../models/schema-checker';
import { type Learned, type LearnInput, learnRecipe } from '../recipes/learn/learn-recipe';
import { NeedsOcr, NeedsParser, type ReadInput, type ReadOutput } from './document-reader';
import { readDocument } from './read-document';
import type { WorkerAnswer } from './thread-reader';

/** Creates the function that worker threads run to read a page, learn a recipe or check a schema. */
export function serveWorker(plugins: Registries) {
  return async (
    input: ReadInput | LearnInput | CheckInput,
  ): Promise<WorkerAnswer<ReadOutput | Learned | CheckOutput>> => {
    try {
      if ('pages' in input) return { output: learnRecipe(input) };
      if ('schema' in input) {
        // Loaded on first use, because few pages need the compiler.
        const { checkSchema } = await import('../models/check-schema');
        return { output: await checkSchema(input) };
      }
      // This signal never aborts, because the pool terminates the thread if the caller aborts.
      return { output: await readDocument(input, plugins, new AbortController().signal) };
    } catch (thrown) {
      if (thrown instanceof NeedsOcr) return 'needs ocr';
      if (thrown instanceof NeedsParser) return { needs: thrown.file };
      return { failure: toErrorData(thrown) };
    }
  };
}
