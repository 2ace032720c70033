/** Common parts of all plugin kinds; part of the contract in `plugin.ts`. */
import type { Hooks } from './hooks';

/** Writes to Gleaner's log under the plugin's name. */
export interface PluginLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Input of `setup`: the hooks to tap, and a log. */
export interface PluginSetup {
  readonly hooks: Hooks;
  readonly log: PluginLog;
}

/** Common fields of all plugin kinds. */
export interface PluginBase {
  /** One sentence for users; shown in the UI and in the docs. */
  readonly summary: string;
  /** Taps the pipeline; taps are removed when the plugin is disposed. */
  setup?(setup: PluginSetup): void;
}

/** A guarded `fetch` for plugins: every request passes the address guard, redirects included. */
export interface GuardedHttp {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** Services for create functions. */
export interface PluginServices {
  readonly http: GuardedHttp;
  readonly log: PluginLog;
}
