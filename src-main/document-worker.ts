/**
 * Script of a worker thread that processes one page per call. Enables the compile cache, which threads do not inherit.
 */
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
const { readDocuments } = await import('./read-documents');

export default readDocuments;
