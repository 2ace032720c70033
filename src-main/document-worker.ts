/**
 * Script of a worker thread that processes one page per call. Threads do not inherit the compile cache, so it is
 * enabled here.
 */
import { cacheCompiledCode } from './engine/compile-cache';

cacheCompiledCode(import.meta.url);
const { readDocuments } = await import('./read-documents');

export default readDocuments;
