/**
 * The engine as a process: `node out/main/engine.js [options]`. Keeps compiled code on disk, so that starts are fast: beside
 * the program, as others may write where Node keeps it by default, the folder for temporary files.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

enableCompileCache({ directory: fileURLToPath(new URL('../compile-cache', import.meta.url)), portable: true });
// A heap may grow by this much of what is alive before it is cleared; left alone it grows to several times that in a long crawl.
setFlagsFromString('--heap-growing-percent=40');
const { runEngine } = await import('./engine-main');
runEngine((path) => fileURLToPath(new URL(path, import.meta.url)));
