/** Entry point of the engine process: `node out/main/engine.js [options]`. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
// Limits heap growth between collections, in percent of the live heap; by default it grows to several times that in a long
// crawl.
setFlagsFromString('--heap-growing-percent=30');
// Resets this size, which would apply to every thread and override their own limits.
setFlagsFromString('--max-semi-space-size=0');
// V8 would soon allocate parts of pages in the old generation, as if they were long-lived. From there each dead page keeps the
// young parts of later pages alive, and every collection copies them.
setFlagsFromString('--no-allocation-site-pretenuring');
// Keeps WebAssembly (zstd, the HTTP parser) at baseline code. The optimizing compiler needs 25 MB for a moment in every thread,
// which the C library retains, and reading does not benefit.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
// Frees compiler memory at once; in the background it would accumulate until nothing else needs compiling.
setFlagsFromString('--no-maglev-destroy-on-background');
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const newWorker = () => new Worker(place('./storage-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 6 } });
// Loads the worker's script in parallel with this thread's, unless the database is a server. A restarted engine creates a new
// worker.
let first = process.env.GLEANER_DATABASE_URL || process.env.GLEANER_DATABASE_URL_FILE ? undefined : newWorker();
const startWorker = () => {
  const worker = first ?? newWorker();
  first = undefined;
  return worker;
};
const dropWorker = () => {
  void first?.terminate();
  first = undefined;
};
const { runEngine } = await import('./engine/engine-main');
runEngine({ place, startWorker, dropWorker });
