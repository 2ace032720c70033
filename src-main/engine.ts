/** Entry point of the engine process: `node out/main/engine.js [options]`. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { cacheCompiledCode } from './engine/compile-cache';

// Loads Node's larger modules before the V8 flags are set. Once the flags are set, V8 rejects the code cache that ships
// with Node.
for (const name of ['cluster', 'crypto', 'dns', 'http2', 'https', 'sqlite', 'stream/web', 'vm', 'zlib'])
  process.getBuiltinModule(`node:${name}`);
// Limits heap growth between garbage collections to 30%. By default, the heap grows to several times its live size.
setFlagsFromString('--heap-growing-percent=30');
// Resets the flag for the semi-space size. Otherwise, it would apply to every new thread and override the thread's own
// limit.
setFlagsFromString('--max-semi-space-size=0');
// Disables pretenuring. Otherwise, V8 would soon allocate parts of web pages directly in the old generation. There,
// each discarded web page keeps young objects of later pages alive, and every collection copies these objects.
setFlagsFromString('--no-allocation-site-pretenuring');
// Compiles WebAssembly (zstd, the HTTP parser) only with the baseline compiler. Optimized code does not speed up page
// processing. The optimizing compiler briefly needs 25 MB per thread, which the C library does not release.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
// Frees compiler memory immediately. By default, this memory accumulates until more code is compiled.
setFlagsFromString('--no-maglev-destroy-on-background');
// V8 reuses cached code only if it was cached with the same flags, so the flags are set first.
cacheCompiledCode(import.meta.url);
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const newWorker = () => new Worker(place('./storage-worker.js'), { resourceLimits: { maxYoungGenerationSizeMb: 6 } });
// Creates the first storage worker early, so that its script loads in parallel with this thread. Skipped if a database
// server is configured. Each restart of the engine creates a new worker.
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
