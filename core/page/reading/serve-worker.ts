import { toErrorData } from '../../common/thread-data';
import type { Registries } from '../../platform/plugins/registry';
import { type Learned, type LearnInput, learnRecipe } from '../recipes/learn/learn-recipe';
import type { ReadInput, ReadOutput } from './document-reader';
import { readDocument } from './read-document';
import type { WorkerAnswer } from './thread-reader';

/** Makes the function a worker thread runs for each page, and for each recipe that is learned. */
export function serveWorker(plugins: Registries) {
  return async (input: ReadInput | LearnInput): Promise<WorkerAnswer<ReadOutput | Learned>> => {
    try {
      if ('pages' in input) return { output: learnRecipe(input) };
      // The pool ends a thread whose caller has gone, so nothing in here needs to watch a signal of its own.
      return { output: await readDocument(input, plugins, new AbortController().signal) };
    } catch (thrown) {
      return { failure: toErrorData(thrown) };
    }
  };
}
