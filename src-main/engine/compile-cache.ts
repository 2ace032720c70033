import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Caches this thread's compiled code on disk for faster starts. The cache is stored beside the program, because other
 * users could write to the temporary directory that Node uses by default. `entry` is the URL of a file in `out/main`.
 * Modules imported before this call are not cached.
 */
export function cacheCompiledCode(entry: string): void {
  enableCompileCache({ directory: fileURLToPath(new URL('../compile-cache', entry)), portable: true });
}
