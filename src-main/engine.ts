/** The engine as a process: `node out/main/engine.js [options]`. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { keepCompiledCode } from './engine/compile-cache';

keepCompiledCode(import.meta.url);
// A heap may grow by this much of what is alive before it is cleared; left alone it grows to several times that in a long crawl.
setFlagsFromString('--heap-growing-percent=30');
// Where it is set, the size of the young generation holds for every thread and the limits of each count for nothing.
setFlagsFromString('--max-semi-space-size=0');
// V8 would soon make the parts of a page among the old objects, as if they lived on; from there each dead page keeps the young parts of
// those after it, and every collection copies them.
setFlagsFromString('--no-allocation-site-pretenuring');
// The code of WebAssembly (zstd, the parser of HTTP) stays as its first compiler makes it: the optimizing one needs 25 MB for a moment in
// every thread, which the C library keeps, and reading gains nothing from it.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
// What compiled a function frees its memory at once; in the background it waits until nothing else is to be compiled, and piles up.
setFlagsFromString('--no-maglev-destroy-on-background');
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const newWorker = () => new Worker(place('./storage-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 6 } });
// Its script is loaded at the same time as this thread's, unless the database is a server; an engine that restarts takes another.
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
