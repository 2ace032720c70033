import type { TimerClock } from './common/concurrency/clock';
import type { Log } from './common/log';
import type { Plugin } from './contract/plugin';
import type { EngineState } from './jobs/fleet/engine-state';
import type { WithoutPlugins } from './platform/plugins/plugin-start';
import type { LoadedPlugins, ThirdPartyOptions } from './platform/plugins/third-party';
import type { RunOptions } from './platform/settings/settings';
import type { Storage } from './ports/storage';

/** File and directory paths that an engine needs. Core contains no hard-coded paths. */
export interface EnginePaths {
  /** Built worker script that reads documents. */
  readonly documentWorker: string;
  /** Built script for the thread that runs a sandboxed plugin. */
  readonly pluginSandbox: string;
  /** Built worker script that processes job rows. */
  readonly rowWorker: string;
  /** Built script for the process that runs the user's code in browser sessions. */
  readonly sessionScript: string;
  /** Directory of the built UI, if any. */
  readonly ui?: string;
  readonly demoSite: string;
  readonly filterLists: string;
}

/** Dependencies passed to an engine. */
export interface EngineParts {
  readonly run: RunOptions;
  readonly version: string;
  readonly plugins: readonly Plugin[];
  /** Plugins in the user's plugin folder. */
  readonly addedPlugins?: LoadedPlugins;
  /** Reason why the plugins in the user's plugin folder were not loaded. */
  readonly withoutPlugins?: WithoutPlugins;
  /** Location from which worker threads load the user's plugins. */
  readonly thirdParty?: ThirdPartyOptions;
  readonly paths: EnginePaths;
  readonly storage: Storage;
  readonly log: Log;
  /** Called when the user requests a restart of the engine. */
  readonly onRestart?: () => void;
  /** Clock for schedules. Defaults to the system clock. */
  readonly clock?: TimerClock;
  readonly state: EngineState;
  /** Bearer token for the local command line, regenerated at each start. */
  readonly localToken: string;
}
