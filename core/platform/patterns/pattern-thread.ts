import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Strings to search, and the progress of the search. Both threads share the memory of `at` and `found`. */
export interface Search {
  readonly patterns: readonly RegExp[];
  readonly texts: readonly string[];
  /** Array with a single element: the index of the current string, or -1 before the first string. */
  readonly at: Int32Array<SharedArrayBuffer>;
  /** Array with one element per string: 1 if a pattern has matched. */
  readonly found: Uint8Array<SharedArrayBuffer>;
}

/**
 * Program that the thread runs. It is inlined as a string, so that the build does not need a separate file for the
 * thread.
 */
const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ patterns, texts, at, found, from }) => {
    for (let index = from; index < texts.length; index++) {
      Atomics.store(at, 0, index);
      found[index] = patterns.some((pattern) => pattern.test(texts[index])) ? 1 : 0;
    }
    parentPort.postMessage('done');
  });
`;

/** Interval between progress checks, in ms. */
const pollMs = 50;

/** Number of consecutive checks without progress (250 ms in total) after which the search is stopped. */
const maxStalledLooks = 5;

/** Maximum number of checks per search. A search stops after 5 s, so that searches of other jobs get their turn. */
const maxLooks = 100;

/**
 * Searches strings on a separate thread, one search at a time. A running regular expression cannot be interrupted.
 * Therefore the thread is terminated when a string takes too long, and the next search starts a new thread.
 */
export class PatternThread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Searches strings, starting at an index. Resolves with the number of strings when all have been searched. Otherwise,
   * resolves with the index of the string at which the search was stopped.
   */
  search(search: Search, from: number): Promise<number> {
    const next = this.#last.then(() => this.#run(search, from));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #run({ at, ...search }: Search, from: number): Promise<number> {
    const worker = this.#start();
    Atomics.store(at, 0, -1);
    const over = new AbortController();
    const ended = once(worker, 'message', { signal: over.signal }).then(() => search.texts.length);
    worker.postMessage({ ...search, at, from });
    let looks: NodeJS.Timeout | undefined;
    const stopped = new Promise<number>((resolve) => {
      let [seen, stalledLooks, count] = [-1, 0, 0];
      looks = setInterval(() => {
        const now = Atomics.load(at, 0);
        if (now < 0) return;
        stalledLooks = now === seen ? stalledLooks + 1 : 0;
        seen = now;
        count++;
        if (stalledLooks >= maxStalledLooks || count >= maxLooks) resolve(now);
      }, pollMs);
    });
    try {
      const reached = await Promise.race([ended, stopped]);
      if (reached < search.texts.length) this.#end();
      return reached;
    } catch (thrown) {
      this.#end();
      throw thrown;
    } finally {
      clearInterval(looks);
      over.abort();
    }
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(program, { eval: true, name: 'patterns' });
    worker.unref();
    // Without a listener, an error between two searches would crash the process.
    worker.on('error', () => this.#end());
    this.#worker = worker;
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
