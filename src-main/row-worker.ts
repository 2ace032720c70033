/** Script of the thread that stores job rows while they are being viewed. */
import { serveRows } from '../core/jobs/rows/serve-rows';
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
export default serveRows();
