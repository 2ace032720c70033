import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../log';
import type { Plugin } from '../plugin';
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
export async function loadThirdParty(options: ThirdPartyOptions, log: Log): Promise<readonly Plugin[]> {
  if (options.files.length === 0) return [];
  offerContract(options.contract);
  const plugins: Plugin[] = [];
  for (const entry of options.files) {
    try {
      plugins.push(await loadOne(options.folder, entry));
    } catch (thrown) {
      log.warn(`the plugin ${entry.file} was left out: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  return plugins;
}

async function loadOne(folder: string, { file, sha256 }: PluginFile): Promise<Plugin> {
  if (!/^[\w][\w.-]*\.m?js$/.test(file)) throw new Error('its name is not that of a script in the plugin folder');
  const path = join(folder, file);
  if (sha256Of(await readFile(path)) !== sha256)
    throw new Error('it has changed since it was enabled; enable it again');
  return loadPlugin(path);
}

/** Loads a plugin file as it is; rejects when it is none. */
export async function loadPlugin(path: string): Promise<Plugin> {
  const { default: plugin } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default?: Plugin };
  if (!plugin || !kinds.has(plugin.kind) || !pluginId(plugin) || typeof plugin.summary !== 'string') {
    throw new Error('its default export is not made by one of the define functions of gleaner/plugin');
  }
  return plugin;
}
