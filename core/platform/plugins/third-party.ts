import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../../common/log';
import { scriptName } from '../../common/plugin-files';
import type { Plugin } from '../../contract/plugin';
import { pluginId } from './registry';

/** A plugin file in the plugin directory, pinned by the hash of its content. */
export interface PluginFile {
  /** Name of the file, without a path. */
  readonly file: string;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** Location of third-party plugins, and the contract that they import. */
export interface ThirdPartyOptions {
  readonly folder: string;
  readonly files: readonly PluginFile[];
  /** Built file that is imported as `gleaner/plugin`. */
  readonly contract: string;
}

/** Outcome of loading an enabled plugin file at startup. */
export interface LoadedPlugin {
  /** SHA-256 to which the file is pinned. */
  readonly sha256: string;
  /** Absent if the file was skipped. */
  readonly plugin?: Plugin;
  readonly problem?: string;
}

/** Plugin files that were enabled at startup, keyed by name. */
export type LoadedPlugins = ReadonlyMap<string, LoadedPlugin>;

/** Injection token for the plugin files that were enabled at startup. */
export const LoadedPlugins = Symbol('LoadedPlugins');

const kinds = new Set(['format', 'action', 'proxy', 'model', 'sink', 'parser', 'search']);

/** Returns the SHA-256 hash of bytes, hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Makes `import … from 'gleaner/plugin'` resolve to the plugin contract, wherever the plugin is located. */
export function offerContract(contract: string): void {
  const url = pathToFileURL(contract).href;
  registerHooks({
    resolve: (name, context, next) =>
      name === 'gleaner/plugin' ? { url, format: 'module', shortCircuit: true } : next(name, context),
  });
}

/**
 * Loads the enabled plugin files. A file that has changed since it was enabled, is not a plugin or cannot be loaded is
 * skipped and logged; the engine starts anyway.
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

/** Loads a plugin file; rejects if it is not a plugin. */
export async function loadPlugin(path: string, version = ''): Promise<Plugin> {
  // Imported modules are cached by URL, so a replaced file needs a new URL.
  const address = `${pathToFileURL(path).href}${version && `?${version}`}`;
  const { default: plugin } = (await import(/* @vite-ignore */ address)) as { default?: Plugin };
  if (!plugin || !kinds.has(plugin.kind) || !pluginId(plugin) || typeof plugin.summary !== 'string') {
    throw new Error('its default export was not created with a define function of gleaner/plugin');
  }
  return plugin;
}
