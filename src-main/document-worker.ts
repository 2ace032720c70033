/** Script of a worker thread that reads one page per call. A thread does not inherit the engine's compile cache. */
import { keepCompiledCode } from './engine/compile-cache';

keepCompiledCode(import.meta.url);
const { readDocuments } = await import('./read-documents');

export default readDocuments;
