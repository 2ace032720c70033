import { toErrorData } from '../../common/thread-data';
import type { Registries } from '../../platform/plugins/registry';
import { type Learned, type LearnInput, learnRecipe } from '../recipes/learn/learn-recipe';
import { NeedsOcr, NeedsParser, type ReadInput, type ReadOutput } from './document-reader';
import { readDocument } from './read-document';
import type { WorkerAnswer } from './thread-reader';

/** Creates the function that a worker thread runs for each page to read and each recipe to learn. */
export function serveWorker(plugins: Registries) {
  return async (input: ReadInput | LearnInput): Promise<WorkerAnswer<ReadOutput | Learned>> => {
    try {
      if ('pages' in input) return { output: learnRecipe(input) };
      // The signal need not be observed here, because the pool terminates the thread when the caller aborts.
      return { output: await readDocument(input, plugins, new AbortController().signal) };
    } catch (thrown) {
      if (thrown instanceof NeedsOcr) return 'needs ocr';
      if (thrown instanceof NeedsParser) return { needs: thrown.file };
      return { failure: toErrorData(thrown) };
    }
  };
}
