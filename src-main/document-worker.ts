/** Script of a worker thread that reads one page per call. A thread does not inherit the engine's compile cache. */
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
const { readDocuments } = await import('./read-documents');

export default readDocuments;
