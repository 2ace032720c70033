import { z } from 'zod';
import type { Log } from '../../core/common/log';
import { createFetchPackage } from '../../core/net/fetch-package';
import type { FetchPackage } from '../../core/platform/plugins/npm-package';
import { PluginEntries } from '../../core/platform/plugins/plugin-entries';
import { PluginFiles, type PluginSettings } from '../../core/platform/plugins/plugin-files';
import { pluginId, Registries } from '../../core/platform/plugins/registry';
import { openVault } from '../../core/platform/secrets/open-vault';
import { npmOptions } from '../../core/platform/settings/npm-config';
import { SettingSecrets } from '../../core/platform/settings/setting-secrets';
import { type RunOptions, readRunOptions, settingsSchema } from '../../core/platform/settings/settings';
import { SettingsService } from '../../core/platform/settings/settings-service';
import { builtFile } from './built-file';
import { type EngineOptions, progress } from './command-context';
import { type EngineClient, withEngine } from './engine-client';
import { findRunningEngine } from './running-engine';

const sandbox = builtFile('plugin-sandbox.js');
const settingsAnswer = z.object({ settings: settingsSchema });

/** Options of the commands that manage plugins. */
export interface PluginOptions extends EngineOptions {
  /** Version of Gleaner that the plugins must support. */
  readonly version: string;
}

/** The plugin files of a data directory, and access to the npm registry. */
export interface PluginWork {
  readonly files: PluginFiles;
  readonly fetchPackage: FetchPackage;
  /** Client for the running engine, if any. */
  readonly client?: EngineClient;
}

/**
 * Calls `work` with the plugin files. If an engine is running, the settings are changed through its API. Otherwise,
 * they are changed in the settings file.
 */
export async function withPluginFiles(
  { version, ...options }: PluginOptions,
  signal: AbortSignal,
  work: (plugins: PluginWork) => Promise<void>,
): Promise<void> {
  const run = readRunOptions({ dataDir: options.dataDir });
  const open = (settings: PluginSettings, client?: EngineClient): PluginWork => {
    const fetchPackage = createFetchPackage(run.npm ?? npmOptions({}), () => settings.stored);
    const parts = { sandbox, version, isBuiltIn };
    return { files: new PluginFiles(settings, new Map(), parts, fetchPackage), fetchPackage, client };
  };
  if (!options.apiUrl && !(await findRunningEngine(run.dataDir, signal))) return work(open(settingsInFile(run)));
  await withEngine({ ...options, mayStart: false }, signal, async (client) =>
    work(open(await settingsOfEngine(run, client, signal), client)),
  );
}

function settingsInFile(run: RunOptions): SettingsService {
  const log: Log = { debug: () => undefined, info: progress, warn: progress };
  const settings = new SettingsService(run, log);
  const vault = openVault({ dataDir: run.dataDir, passphrase: run.vaultPassphrase });
  const entries = new PluginEntries(new Registries(), new SettingSecrets(vault));
  settings.onChange((changed, before) => entries.forgetUnused(changed, before));
  return settings;
}

async function settingsOfEngine(run: RunOptions, client: EngineClient, signal: AbortSignal): Promise<PluginSettings> {
  const path = '/local/settings';
  const read = async () => settingsAnswer.parse(await client.call({ method: 'GET', path }, signal)).settings;
  let stored = await read();
  return {
    run,
    get stored() {
      return stored;
    },
    async update(patch) {
      const body: unknown = typeof patch === 'function' ? patch(stored) : patch;
      await client.call({ method: 'PATCH', path, body }, signal);
      stored = await read();
      return stored;
    },
  };
}

async function isBuiltIn(kind: string, id: string): Promise<boolean> {
  const { builtInPlugins } = await import('../../plugins');
  return builtInPlugins.some((plugin) => plugin.kind === kind && pluginId(plugin) === id);
}
