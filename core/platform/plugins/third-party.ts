import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../../common/log';
import { scriptName } from '../../common/plugin-files';
import type { Plugin } from '../../contract/plugin';
import { pluginId } from './registry';

/** A plugin file in the plugin directory, pinned to its content. */
export interface PluginFile {
  /** File name without a path. */
  readonly file: string;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** Location of third-party plugins, and the contract they may import. */
export interface ThirdPartyOptions {
  readonly folder: string;
  readonly files: readonly PluginFile[];
  /** Built file that provides `gleaner/plugin`. */
  readonly contract: string;
}

/** Outcome of loading an enabled plugin file at the start. */
export interface LoadedPlugin {
  /** SHA-256 that it was pinned to. */
  readonly sha256: string;
  /** Absent when it was skipped. */
  readonly plugin?: Plugin;
  readonly problem?: string;
}

/** Enabled plugin files of this start, by name. */
export type LoadedPlugins = ReadonlyMap<string, LoadedPlugin>;

/** Token of the plugin files of this start. */
export const LoadedPlugins = Symbol('LoadedPlugins');

const kinds = new Set(['format', 'action', 'proxy', 'model', 'sink', 'parser', 'search']);

/** Returns the SHA-256 of bytes, hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Makes `import … from 'gleaner/plugin'` resolve to the plugin contract from any directory. */
export function offerContract(contract: string): void {
  const url = pathToFileURL(contract).href;
  registerHooks({
    resolve: (name, context, next) =>
      name === 'gleaner/plugin' ? { url, format: 'module', shortCircuit: true } : next(name, context),
  });
}

/**
 * Loads the enabled plugin files. A file that has changed since it was enabled, is not a plugin or fails to load is skipped and
 * logged; no failure stops the engine.
 */
export async function loadThirdParty(options: ThirdPartyOptions, log: Log): Promise<LoadedPlugins> {
  const plugins = new Map<string, LoadedPlugin>();
  if (options.files.length === 0) return plugins;
  offerContract(options.contract);
  for (const entry of options.files) {
    const { file, sha256 } = entry;
    try {
      plugins.set(file, { sha256, plugin: await loadOne(options.folder, entry) });
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : String(thrown);
      log.warn(`the plugin ${file} was not loaded: ${problem}`);
      plugins.set(file, { sha256, problem });
    }
  }
  return plugins;
}

async function loadOne(folder: string, { file, sha256 }: PluginFile): Promise<Plugin> {
  if (!scriptName.test(file)) throw new Error('its name is not that of a script in the plugin folder');
  const path = join(folder, file);
  if (sha256Of(await readFile(path)) !== sha256)
    throw new Error('it has changed since it was enabled; enable it again');
  return loadPlugin(path, sha256);
}

/** Loads a plugin file; rejects when it is not a plugin. */
export async function loadPlugin(path: string, version = ''): Promise<Plugin> {
  // A replaced file needs a new URL, since modules are cached once imported.
  const address = `${pathToFileURL(path).href}${version && `?${version}`}`;
  const { default: plugin } = (await import(/* @vite-ignore */ address)) as { default?: Plugin };
  if (!plugin || !kinds.has(plugin.kind) || !pluginId(plugin) || typeof plugin.summary !== 'string') {
    throw new Error('its default export is not made by one of the define functions of gleaner/plugin');
  }
  return plugin;
}
