/** Script of the thread that runs a sandboxed plugin. Threads do not inherit the compile cache, so it is enabled here. */
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
const { servePlugin } = await import('../core/platform/sandbox/plugin-thread');
const { default: guest } = await import('./plugin-guest.bundle');
await servePlugin(guest);
