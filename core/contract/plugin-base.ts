/** Definitions shared by all kinds of plugins. They belong to the contract defined in `plugin.ts`. */
import type { Hooks } from './hooks';

/** Writes log messages under the plugin's name. */
export interface PluginLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Input to `setup`: the hooks to tap, and a logger. */
export interface PluginSetup {
  readonly hooks: Hooks;
  readonly log: PluginLog;
}

/** Fields common to all kinds of plugins. */
export interface PluginBase {
  /** One-sentence summary for users. Shown in the UI and in the docs. */
  readonly summary: string;
  /** Registers taps in the pipeline. The taps are removed when the plugin is disposed. */
  setup?(setup: PluginSetup): void;
}

/** A guarded `fetch`. Refuses private addresses, including redirect targets, unless the settings allow them. */
export interface GuardedHttp {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** Services passed to the `create` function of a plugin. */
export interface PluginServices {
  readonly http: GuardedHttp;
  readonly log: PluginLog;
}
