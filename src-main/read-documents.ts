import { workerData } from 'node:worker_threads';
import { silentLog } from '../core/common/log';
import { serveWorker } from '../core/page/reading/serve-worker';
import { Registries } from '../core/platform/plugins/registry';
import { loadThirdParty, type ThirdPartyOptions } from '../core/platform/plugins/third-party';
import { builtInPlugins } from '../plugins';

const { thirdParty } = (workerData ?? {}) as { readonly thirdParty?: ThirdPartyOptions };
const registries = new Registries(builtInPlugins);
// Loads only trusted plugins, because sandboxed plugins run on separate threads. Load errors are not logged here,
// because the engine's main thread logs them.
const trusted = thirdParty && { ...thirdParty, files: thirdParty.files.filter((file) => file.trusted !== false) };
for (const { plugins } of trusted ? (await loadThirdParty(trusted, silentLog)).values() : []) {
  try {
    for (const plugin of plugins) registries.add(plugin);
  } catch {
    // The engine's main thread has already reported this error.
  }
}

/** Processes one page per call, with the built-in plugins and the user's trusted plugins. */
export const readDocuments = serveWorker(registries);
