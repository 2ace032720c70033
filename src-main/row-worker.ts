/** Script of the thread that holds rows of jobs while they are viewed. */
import { serveRows } from '../core/jobs/rows/serve-rows';
import { keepCompiledCode } from './engine/compile-cache';

keepCompiledCode(import.meta.url);
export default serveRows();
