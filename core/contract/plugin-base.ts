/** What every kind of plugin has and is given; part of the contract in `plugin.ts`. */
import type { Hooks } from './hooks';

/** Writes to Gleaner's log under the plugin's name. */
export interface PluginLog {
  info(message: string): void;
  warn(message: string): void;
}

/** What `setup` is given: the hooks to tap and a log. */
export interface PluginSetup {
  readonly hooks: Hooks;
  readonly log: PluginLog;
}

/** What every kind of plugin may have. */
export interface PluginBase {
  /** One sentence for people; shown in the UI and in the docs. */
  readonly summary: string;
  /** Taps the pipeline; taps are removed when the plugin is disposed. */
  setup?(setup: PluginSetup): void;
}

/** A guarded `fetch` for plugins: every request passes the address guard, redirects included. */
export interface GuardedHttp {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** What create functions are given. */
export interface PluginServices {
  readonly http: GuardedHttp;
  readonly log: PluginLog;
}
