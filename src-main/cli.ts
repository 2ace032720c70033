/** Entry point of the `gleaner` command. */
import { cacheCompiledCode } from './engine/compile-cache';

// The engine in this process sets its V8 flags before it enables the cache. V8 reads cached code only with the same flags.
if (!['serve', 'worker'].includes(process.argv[2] ?? '')) cacheCompiledCode(import.meta.url);
await import('./cli-commands');
