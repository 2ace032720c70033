import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Texts, and how far the search of them has come. Both threads share the arrays. */
export interface Search {
  readonly patterns: readonly RegExp[];
  readonly texts: readonly string[];
  /** One element: the index of the text that is being searched, -1 before the first. */
  readonly at: Int32Array<SharedArrayBuffer>;
  /** One element for each text: 1 where a pattern was found. */
  readonly found: Uint8Array<SharedArrayBuffer>;
}

/** The program of the thread. It is a string because it needs no other module, and so no file of its own in the build. */
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

/** Milliseconds between two looks at the progress. */
const lookMs = 50;

/** Looks in a row that find the search at the same text before it is stopped: 250 ms. */
const maxStalledLooks = 5;

/** Looks at one search before it is stopped, so that the searches of other jobs get their turn: 5 s. */
const maxLooks = 100;

/**
 * Searches texts on a thread of its own, one search at a time. A regular expression cannot be interrupted, so the thread
 * is ended when a text takes too long, and the next search starts a new one.
 */
export class PatternThread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Searches texts from an index on. Resolves with the index reached: the number of texts, or that of the text it was stopped at. */
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
      }, lookMs);
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
    // Without a listener an error between two searches would end the process.
    worker.on('error', () => this.#end());
    this.#worker = worker;
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
