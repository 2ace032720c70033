import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions, Settings } from '../settings/settings';

/** Reason why an engine started without third-party plugins. */
export type WithoutPlugins = 'option' | 'crash';

/** Decision whether an engine starts with third-party plugins. */
export interface PluginStart {
  /** Present if the plugins must not be loaded. */
  readonly without?: WithoutPlugins;
  /** Deletes the marker of an unfinished start. Called when the engine has started, or has failed with an error. */
  finish(): void;
}

/**
 * Decides whether to load third-party plugins. If they are loaded, a marker file exists until the engine has started.
 * If the process exits before that, the next start skips the plugins.
 */
export function beginPluginStart(
  { dataDir, withoutPlugins }: Pick<RunOptions, 'dataDir' | 'withoutPlugins'>,
  { enabledPlugins }: Pick<Settings, 'enabledPlugins'>,
): PluginStart {
  const marker = join(dataDir, 'plugins-starting');
  const hasCrashed = existsSync(marker);
  const finish = () => rmSync(marker, { force: true });
  if (withoutPlugins) return { without: 'option', finish };
  if (enabledPlugins.length === 0) return { finish };
  if (hasCrashed) return { without: 'crash', finish };
  writeFileSync(marker, '', { mode: 0o600 });
  return { finish };
}
