import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '../../../core/common/log';
import type { AddedPlugin } from '../../../core/common/plugin-files';
import type { Plugin } from '../../../core/contract/plugin';
import { sha256Of } from '../../../core/platform/plugins/plugin-folder';
import { pluginId } from '../../../core/platform/plugins/registry';
import { loadThirdParty } from '../../../core/platform/plugins/third-party';
import type { PluginSandbox } from '../../../core/platform/sandbox/plugin-sandbox';
import { type BuiltPlugin, buildPlugin } from '../build-plugin';

/** Built scripts that the harness needs. */
export interface HarnessScripts {
  /** Script of the sandbox thread. */
  readonly sandbox: string;
  /** Module to import as `gleaner/plugin`. */
  readonly contract: string;
  /** Engine script, needed for actions. */
  readonly engine: string;
}

/** Options of `loadPlugin`. */
export interface LoadOptions {
  /** ID of the plugin to load if the folder contains several. */
  readonly id?: string;
}

/** A plugin that was built and loaded from a folder. */
export interface LoadedPlugin {
  readonly built: BuiltPlugin;
  /** Absent if the plugin runs outside the sandbox. */
  readonly sandbox?: PluginSandbox;
}

const loaded = new WeakMap<Plugin, LoadedPlugin>();

/**
 * Returns the build and sandbox of a plugin that the harness has loaded. Undefined for a plugin that a test imported
 * directly.
 */
export const loadedOf = (plugin: Plugin): LoadedPlugin | undefined => loaded.get(plugin);

/**
 * Bundles the plugin in a folder and loads it as Gleaner does: in the sandbox, or in this process if the plugin
 * requires trust. Throws an error with a message for the author if the folder does not contain a valid plugin.
 */
export async function loadFrom(folder: string | URL, scripts: HarnessScripts, { id }: LoadOptions): Promise<Plugin> {
  const built = await buildPlugin(typeof folder === 'string' ? folder : fileURLToPath(folder), scripts.sandbox);
  const { plugins, sandbox } = await load(built, scripts);
  for (const plugin of plugins) loaded.set(plugin, { built, sandbox });
  const found = id === undefined ? plugins : plugins.filter((plugin) => pluginId(plugin) === id);
  const [first, second] = found;
  const names = plugins.map(pluginId).join(', ');
  if (!first) throw new Error(`${built.project.folder} does not contain the plugin "${id}". It contains ${names}.`);
  if (second) throw new Error(`${built.project.folder} contains ${names}; set the option "id" to one of them.`);
  return first;
}

async function load(built: BuiltPlugin, { sandbox, contract }: HarnessScripts) {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-plugin-'));
  try {
    const entry = await install(built, folder);
    const found = (await loadThirdParty({ folder, files: [entry], contract, sandbox }, silentLog)).get(entry.file);
    if (!found || found.problem !== undefined) throw new Error(built.bundle.lines.inMessage(found?.problem ?? ''));
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies a plugin into a plugin folder. Returns the plugin's settings entry, which grants all requested permissions.
 */
export async function install({ manifest, content, facts }: BuiltPlugin, folder: string): Promise<AddedPlugin> {
  const file = `${manifest.id}.mjs`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), content.code);
  await writeFile(join(folder, `${manifest.id}.json`), content.manifest ?? '');
  const { hosts, secrets } = manifest.permissions;
  return { file, sha256: sha256Of(content), trusted: facts.needsTrust !== undefined, hosts, secrets };
}
