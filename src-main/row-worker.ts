/** Script of the thread that stores the rows of jobs in memory while the user views them. */
import { serveRows } from '../core/jobs/rows/serve-rows';
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
export default serveRows();
