import type { TimerClock } from './common/concurrency/clock';
import type { Log } from './common/log';
import type { Plugin } from './contract/plugin';
import type { EngineState } from './jobs/fleet/engine-state';
import type { LoadedPlugins, ThirdPartyOptions } from './platform/plugins/third-party';
import type { RunOptions } from './platform/settings/settings';
import type { Storage } from './ports/storage';

/** Paths of files and directories an engine needs; core has no paths of its own. */
export interface EnginePaths {
  /** Built worker script for reading documents. */
  readonly documentWorker: string;
  /** Built script for inspecting plugin files. */
  readonly pluginInspector: string;
  /** Built worker script for the rows of jobs. */
  readonly rowWorker: string;
  /** Built script of the process that runs code of browser sessions. */
  readonly sessionScript: string;
  /** Folder with the built UI, if any. */
  readonly ui?: string;
  readonly demoSite: string;
  readonly filterLists: string;
}

/** Dependencies of an engine. */
export interface EngineParts {
  readonly run: RunOptions;
  readonly version: string;
  readonly plugins: readonly Plugin[];
  /** Plugins from the user's plugin folder. */
  readonly addedPlugins?: LoadedPlugins;
  /** Source of the added plugins, for the worker threads. */
  readonly thirdParty?: ThirdPartyOptions;
  readonly paths: EnginePaths;
  readonly storage: Storage;
  readonly log: Log;
  /** Called when the user requests a restart of the engine. */
  readonly onRestart?: () => void;
  /** Clock of schedules; the system clock when absent. */
  readonly clock?: TimerClock;
  readonly state: EngineState;
  /** Bearer token of the local command line, new with every start. */
  readonly localToken: string;
}
