import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Keeps this thread's compiled code on disk, so that starts are fast: beside the program, as others may write where Node keeps
 * it by default, the folder for temporary files. `entry` is the address of a file in `out/main`; modules imported before this
 * call are not kept.
 */
export function keepCompiledCode(entry: string): void {
  enableCompileCache({ directory: fileURLToPath(new URL('../compile-cache', entry)), portable: true });
}
