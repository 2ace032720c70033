/** Script of the thread that runs a sandboxed plugin. Enables the compile cache, which threads do not inherit. */
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
const { servePlugin } = await import('../core/platform/sandbox/plugin-thread');
const { default: guest } = await import('./plugin-guest.bundle');
await servePlugin(guest);
