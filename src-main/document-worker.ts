/**
 * Script of a worker thread that reads one page per call. Enables the compile cache, because threads do not inherit it.
 */
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
const { readDocuments } = await import('./read-documents');

export default readDocuments;
