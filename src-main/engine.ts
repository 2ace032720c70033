/** Entry point of the engine process: `node out/main/engine.js [options]`. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
// Limits heap growth between collections, in percent; by default, the heap grows to several times its live size.
setFlagsFromString('--heap-growing-percent=30');
// Resets the semi-space size, because this flag would apply to every thread and override each thread's own limit.
setFlagsFromString('--max-semi-space-size=0');
// By default, V8 soon allocates parts of web pages in the old generation, as if they were long-lived.
// There, each dead page keeps young parts of later pages alive, and every collection copies them.
setFlagsFromString('--no-allocation-site-pretenuring');
// Keeps WebAssembly (zstd, the HTTP parser) at baseline code, because reading pages does not benefit from optimization.
// The optimizing compiler briefly needs 25 MB in every thread, which the C library does not release.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
// Frees compiler memory immediately. By default, it accumulates until something else is compiled.
setFlagsFromString('--no-maglev-destroy-on-background');
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const newWorker = () => new Worker(place('./storage-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 6 } });
// Loads the storage worker's script in parallel with this thread, unless a database server is used.
// A restarted engine creates a new worker.
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
