/** Script of the thread that reads and writes stored data. */
import { parentPort } from 'node:worker_threads';
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
const { serveStorage } = await import('../core/storage/serve-storage');
if (parentPort) serveStorage(parentPort);
