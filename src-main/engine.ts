/** Entry point of the engine process: `node out/main/engine.js [options]`. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { cacheCompiledCode } from './engine/compile-cache';

// Limits heap growth between collections to this percentage. By default, the heap grows to several times its live size.
setFlagsFromString('--heap-growing-percent=30');
// Resets the semi-space size. Otherwise, this flag would apply to every thread and override the thread's own limit.
setFlagsFromString('--max-semi-space-size=0');
// Otherwise, V8 soon treats parts of web pages as long-lived and allocates them in the old generation. There, each dead
// page keeps young parts of later pages alive, which every collection then copies.
setFlagsFromString('--no-allocation-site-pretenuring');
// Compiles WebAssembly (zstd, the HTTP parser) only with the baseline compiler. Optimized code does not make reading
// pages faster. The optimizing compiler briefly needs 25 MB per thread, which the C library does not release.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
// Frees compiler memory immediately. By default, it accumulates until more code is compiled.
setFlagsFromString('--no-maglev-destroy-on-background');
// V8 reads cached code only with the flags that it was cached with, so the flags are set first.
cacheCompiledCode(import.meta.url);
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const newWorker = () => new Worker(place('./storage-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 6 } });
// Loads the storage worker's script in parallel with this thread, unless a database server is used. After a restart of
// the engine, a new worker is created.
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
