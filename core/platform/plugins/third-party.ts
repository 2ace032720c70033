import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../../common/log';
import { type AddedPlugin, pluginKinds, scriptName } from '../../common/plugin-files';
import type { Plugin } from '../../contract/plugin';
import { PluginSandbox } from '../sandbox/plugin-sandbox';
import { describePlugin } from './inspect-plugin';
import { manifestOf, type PluginContent, readPinned } from './plugin-folder';
import { assertEngine } from './plugin-manifest';
import { pluginId } from './registry';

/** Location of third-party plugins, and the contract that they import. */
export interface ThirdPartyOptions {
  readonly folder: string;
  readonly files: readonly AddedPlugin[];
  /** Built file that is imported as `gleaner/plugin`. */
  readonly contract: string;
  /** Built script for the thread that runs a sandboxed plugin. */
  readonly sandbox: string;
  /** Version of Gleaner that the plugins must support. If absent, the version is not checked. */
  readonly version?: string;
}

/** Outcome of loading an enabled plugin file at startup. */
export interface LoadedPlugin {
  /** Entry in the settings from which the file was loaded. */
  readonly entry: AddedPlugin;
  /** Empty if the file was skipped. */
  readonly plugins: readonly Plugin[];
  readonly problem?: string;
  /** Present for a plugin that runs in the sandbox. */
  readonly sandbox?: PluginSandbox;
}

/** Plugin files that were enabled at startup, keyed by name. */
export type LoadedPlugins = ReadonlyMap<string, LoadedPlugin>;

/** Injection token for the plugin files that were enabled at startup. */
export const LoadedPlugins = Symbol('LoadedPlugins');

/** Makes `import … from 'gleaner/plugin'` resolve to the plugin contract, wherever the plugin is located. */
export function offerContract(contract: string): void {
  const url = pathToFileURL(contract).href;
  registerHooks({
    resolve: (name, context, next) =>
      name === 'gleaner/plugin' ? { url, format: 'module', shortCircuit: true } : next(name, context),
  });
}

/**
 * Loads the enabled version of each enabled plugin file. Skips and logs a file that has changed since it was enabled,
 * is not a plugin or cannot be loaded. Skipped files do not prevent the engine from starting.
 */
export async function loadThirdParty(options: ThirdPartyOptions, log: Log): Promise<LoadedPlugins> {
  const plugins = new Map<string, LoadedPlugin>();
  if (options.files.length === 0) return plugins;
  offerContract(options.contract);
  for (const entry of options.files) {
    const { file, trusted } = entry;
    try {
      plugins.set(file, { entry, ...(await loadOne(options, entry)) });
      if (trusted === undefined)
        log.warn(
          `the plugin ${file} was enabled before Gleaner had a sandbox, so it still runs with all of the engine’s permissions. Enable it again in Settings → Plugins to run it in the sandbox.`,
        );
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : String(thrown);
      log.warn(`the plugin ${file} was not loaded: ${problem}`);
      plugins.set(file, { entry, plugins: [], problem });
    }
  }
  return plugins;
}

async function loadOne(
  { folder, sandbox, version }: ThirdPartyOptions,
  entry: AddedPlugin,
): Promise<Pick<LoadedPlugin, 'plugins' | 'sandbox'>> {
  const { file, sha256, trusted, stopped } = entry;
  if (!scriptName.test(file)) throw new Error('its file name is not valid for a script in the plugin folder');
  if (stopped !== undefined) throw new Error(stopped);
  const { content, folder: place } = await readPinned(folder, entry);
  const manifest = manifestOf(content);
  if (manifest && version !== undefined) assertEngine(manifest, version);
  if (trusted === false) return loadSandboxed(sandbox, content);
  return { plugins: [await loadPlugin(join(place, file), sha256)] };
}

async function loadSandboxed(script: string, content: PluginContent) {
  const sandbox = new PluginSandbox(script, content.code);
  try {
    const { plugins, facts } = await describePlugin(sandbox, content);
    if (facts.needsTrust !== undefined) throw new Error(facts.needsTrust);
    return { plugins, sandbox };
  } catch (thrown) {
    sandbox.close();
    throw thrown;
  }
}

/** Loads a plugin file. Rejects if the file has no plugin as its default export. */
export async function loadPlugin(path: string, version = ''): Promise<Plugin> {
  // Imported modules are cached by URL, so a replaced file needs a new URL.
  const address = `${pathToFileURL(path).href}${version && `?${version}`}`;
  const { default: plugin } = (await import(/* @vite-ignore */ address)) as { default?: Plugin };
  if (!plugin || !pluginKinds.includes(plugin.kind) || !pluginId(plugin) || typeof plugin.summary !== 'string') {
    throw new Error('its default export was not created with a define function of gleaner/plugin');
  }
  return plugin;
}
