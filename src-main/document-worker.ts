import { serveWorker } from '../core/documents/serve-worker';
import { Registries } from '../core/plugins/registry';
import { builtInPlugins } from '../plugins';

/** The script of a worker thread: reads one page per call. */
export default serveWorker(new Registries(builtInPlugins));
