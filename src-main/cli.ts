/** Entry point of the `gleaner` command. */
import { cacheCompiledCode } from './engine/compile-cache';

// An engine in this process must set its V8 flags before it enables the cache, because V8 reuses cached code only with
// the same flags.
if (!['serve', 'worker'].includes(process.argv[2] ?? '')) cacheCompiledCode(import.meta.url);
await import('./cli-commands');
