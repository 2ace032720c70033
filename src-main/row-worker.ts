/** Script of the thread that holds rows of jobs while they are viewed. */
import { serveRows } from '../core/jobs/rows/serve-rows';
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
export default serveRows();
