/** The engine as a process: `node out/main/engine.js [options]`. Keeps compiled code on disk, so that starts are fast. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache();
const { runEngine } = await import('./engine-main');
runEngine((path) => fileURLToPath(new URL(path, import.meta.url)));
