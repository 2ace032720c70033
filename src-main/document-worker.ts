/** The script of a worker thread: reads one page per call. A thread does not take over the engine's cache of compiled code. */
import { keepCompiledCode } from './engine/compile-cache';

keepCompiledCode(import.meta.url);
const { readDocuments } = await import('./read-documents');

export default readDocuments;
