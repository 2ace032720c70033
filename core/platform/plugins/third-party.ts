import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../../common/log';
import { scriptName } from '../../common/plugin-files';
import type { Plugin } from '../../contract/plugin';
import { pluginId } from './registry';

/** A plugin file in the plugin folder, pinned to its content. */
export interface PluginFile {
  /** Name inside the folder; no path. */
  readonly file: string;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** Where third-party plugins are and what they may import from Gleaner. */
export interface ThirdPartyOptions {
  readonly folder: string;
  readonly files: readonly PluginFile[];
  /** Built file behind `gleaner/plugin`. */
  readonly contract: string;
}

/** What became of an enabled plugin file at the start. */
export interface LoadedPlugin {
  /** What it was pinned to. */
  readonly sha256: string;
  /** Absent when it was left out. */
  readonly plugin?: Plugin;
  /** Why it was left out. */
  readonly problem?: string;
}

/** The enabled plugin files of this start, by name. */
export type LoadedPlugins = ReadonlyMap<string, LoadedPlugin>;

/** Token of the plugin files of this start. */
export const LoadedPlugins = Symbol('LoadedPlugins');

const kinds = new Set(['format', 'action', 'proxy', 'model', 'sink', 'parser', 'search']);

/** SHA-256 of some bytes, hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Lets `import … from 'gleaner/plugin'` find the plugin contract from wherever a plugin file lies. */
export function offerContract(contract: string): void {
  const url = pathToFileURL(contract).href;
  registerHooks({
    resolve: (name, context, next) =>
      name === 'gleaner/plugin' ? { url, format: 'module', shortCircuit: true } : next(name, context),
  });
}

/**
 * Loads the enabled plugin files. A file that changed since it was enabled, that is no plugin or that fails to load is
 * left out and named in the log; nothing here stops the engine.
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
      log.warn(`the plugin ${file} was left out: ${problem}`);
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

/** Loads a plugin file as it is; rejects when it is none. */
export async function loadPlugin(path: string, version = ''): Promise<Plugin> {
  // A file that was replaced is another module: programs keep what they have imported once.
  const address = `${pathToFileURL(path).href}${version && `?${version}`}`;
  const { default: plugin } = (await import(/* @vite-ignore */ address)) as { default?: Plugin };
  if (!plugin || !kinds.has(plugin.kind) || !pluginId(plugin) || typeof plugin.summary !== 'string') {
    throw new Error('its default export is not made by one of the define functions of gleaner/plugin');
  }
  return plugin;
}
