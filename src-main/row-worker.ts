/** Script of the thread that prepares job rows for viewing. */
import { serveRows } from '../core/jobs/rows/serve-rows';
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
export default serveRows();
