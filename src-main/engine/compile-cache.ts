import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Caches this thread's compiled code on disk, so that starts are fast. The cache is beside the program: other users can write
 * to Node's default, the temporary directory. `entry` is the URL of a file in `out/main`; modules imported before this call are
 * not cached.
 */
export function cacheCompiledCode(entry: string): void {
  enableCompileCache({ directory: fileURLToPath(new URL('../compile-cache', entry)), portable: true });
}
