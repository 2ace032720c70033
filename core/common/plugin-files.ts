/** What a plugin file may be called. */
export const scriptName = /^\w[\w.-]{0,100}\.m?js$/;

/** A plugin file of the settings, pinned to its content. */
export interface AddedPlugin {
  readonly file: string;
  /** SHA-256 of the content, hex. */
  readonly sha256: string;
}

/** Where a plugin file stands: `broken` is one that does not load, `changed` one that is no longer what was enabled. */
export type PluginFileState = 'enabled' | 'off' | 'changed' | 'missing' | 'broken';

/** What a plugin file says it is, and what it asks for. */
export interface PluginFileFacts {
  readonly kind: string;
  readonly id: string;
  readonly summary: string;
  /** Modules it imports, besides the plugin contract. */
  readonly imports: readonly string[];
  /** Names of its settings. */
  readonly settings: readonly string[];
  /** True when it taps hooks, so that it can act on every page. */
  readonly taps: boolean;
}

/** A plugin file in the plugin folder, or one that should be there. */
export interface PluginFileItem {
  readonly file: string;
  /** Absent when there is no such file. */
  readonly sha256?: string;
  readonly state: PluginFileState;
  /** True when the settings name it, whatever its state. */
  readonly isEnabled: boolean;
  /** True when a restored backup had it enabled and nobody has decided about it since. */
  readonly isUnconfirmed: boolean;
  /** True when the running engine does not go by this yet. */
  readonly needsRestart: boolean;
  /** Absent for one that does not load. */
  readonly facts?: PluginFileFacts;
  /** Why it does not load, in a sentence. */
  readonly problem?: string;
}

/** The plugin files of a user. */
export interface PluginFileList {
  readonly items: readonly PluginFileItem[];
  /** True when a new start of the engine would load other plugins than those that run. */
  readonly needsRestart: boolean;
}
