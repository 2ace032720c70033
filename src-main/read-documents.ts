import { workerData } from 'node:worker_threads';
import { serveWorker } from '../core/page/reading/serve-worker';
import { type LogOptions, streamLog } from '../core/platform/log/stream-log';
import { Registries } from '../core/platform/plugins/registry';
import { loadThirdParty, type ThirdPartyOptions } from '../core/platform/plugins/third-party';
import { builtInPlugins } from '../plugins';

const { thirdParty, log: logOptions } = (workerData ?? {}) as {
  readonly thirdParty?: ThirdPartyOptions;
  readonly log?: LogOptions;
};
const log = streamLog(process.stderr, logOptions);
const registries = new Registries(builtInPlugins);
for (const { plugin } of thirdParty ? (await loadThirdParty(thirdParty, log)).values() : []) {
  if (!plugin) continue;
  try {
    registries.add(plugin);
  } catch {
    // The engine's main thread has already reported this error.
  }
}

/** Reads one page per call, with the built-in plugins and the user's plugins. */
export const readDocuments = serveWorker(registries);
