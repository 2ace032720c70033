import type { Container } from 'inversify';
import type { Log } from '../common/log';
import { Hooks } from '../contract/hooks';
import type { Plugin } from '../contract/plugin';
import { SecretVault } from '../ports/secret-vault';
import type { Storage } from '../ports/storage';
import { KeyService } from './auth/key-service';
import { KeyStore } from './auth/key-store';
import { Revocations } from './auth/revocations';
import type { SessionFiles } from './auth/session-files';
import { Sessions } from './auth/sessions';
import { ApiSchemas } from './plugins/api-schemas';
import { PluginConfigs } from './plugins/plugin-configs';
import { PluginEntries } from './plugins/plugin-entries';
import { PluginFiles, PluginFilesParts } from './plugins/plugin-files';
import { PluginHost } from './plugins/plugin-host';
import type { WithoutPlugins } from './plugins/plugin-start';
import { PluginTrials } from './plugins/plugin-trials';
import { Registries } from './plugins/registry';
import { type LoadedPlugin, LoadedPlugins } from './plugins/third-party';
import { PrivateFiles } from './secrets/private-files';
import { SavedSecrets, SecretDocuments } from './secrets/saved-secrets';
import { SettingSecrets } from './settings/setting-secrets';
import type { RunOptions } from './settings/settings';
import { SettingsService } from './settings/settings-service';
import type { SharedChanges } from './user-documents/shared-changes';

interface PlatformParts {
  readonly run: RunOptions;
  readonly plugins: readonly Plugin[];
  readonly addedPlugins?: LoadedPlugins;
  readonly withoutPlugins?: WithoutPlugins;
  readonly paths: { readonly pluginSandbox: string };
  readonly version: string;
  readonly storage: Storage;
  readonly log: Log;
  readonly state: {
    readonly settings: SettingsService;
    readonly vault: SecretVault;
    readonly files: PrivateFiles;
    readonly sessionFiles: SessionFiles;
    readonly changes?: SharedChanges;
  };
  readonly localToken: string;
}

/** Binds settings, secrets, API keys and plugins. */
export function bindPlatform(container: Container, parts: PlatformParts): void {
  const { state, storage } = parts;
  container.bind(SettingsService).toConstantValue(state.settings);
  container.bind(SettingSecrets).toSelf();
  container.bind<SecretVault>(SecretVault).toConstantValue(state.vault);
  container.bind<PrivateFiles>(PrivateFiles).toConstantValue(state.files);
  container.bind(SecretDocuments).toConstantValue(storage.documents('secrets'));
  container.bind(SavedSecrets).toSelf();
  bindAuth(container, parts);
  bindPlugins(container, parts);
}

function bindAuth(container: Container, { run, storage, state, localToken }: PlatformParts): void {
  const revocations = new Revocations();
  const keys = new KeyService(
    new KeyStore(storage.documents('keys')),
    { option: run.apiKey, local: localToken },
    revocations,
    state.changes !== undefined,
  );
  container.bind(Revocations).toConstantValue(revocations);
  container.bind(KeyService).toConstantValue(keys);
  container.bind(Sessions).toConstantValue(new Sessions({ files: state.sessionFiles, keys, revocations }));
}

function bindPlugins(container: Container, parts: PlatformParts): void {
  const { plugins, addedPlugins = new Map(), withoutPlugins: without, log, paths, version } = parts;
  const registries = new Registries();
  const host = new PluginHost(registries, container.get<Hooks>(Hooks), log);
  for (const plugin of plugins) host.add(plugin);
  container
    .bind<LoadedPlugins>(LoadedPlugins)
    .toConstantValue(
      new Map([...addedPlugins].map(([file, loaded]) => [file, addPlugin(host, registries, loaded, log)])),
    );
  container.bind<PluginFilesParts>(PluginFilesParts).toConstantValue({
    ...{ sandbox: paths.pluginSandbox, version, without },
    isBuiltIn: (kind, id) => {
      const plugin = registries.find(kind, id);
      return plugin !== undefined && registries.isBuiltIn(plugin);
    },
  });
  container.bind(Registries).toConstantValue(registries);
  container.bind(PluginHost).toConstantValue(host);
  container.bind(PluginConfigs).toSelf();
  container.bind(PluginEntries).toSelf();
  container.bind(PluginTrials).toSelf();
  container.bind(PluginFiles).toSelf();
  container.bind(ApiSchemas).toSelf();
}

/** Adds a user's plugin. If this fails, skips the plugin and logs the error. */
function addPlugin(host: PluginHost, registries: Registries, loaded: LoadedPlugin, log: Log): LoadedPlugin {
  const added: (() => void)[] = [];
  try {
    for (const plugin of loaded.plugins) {
      added.push(host.add(plugin));
      registries.markAdded(plugin);
    }
    return loaded;
  } catch (thrown) {
    for (const dispose of added) dispose();
    loaded.sandbox?.close();
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    log.warn(`a plugin was not loaded: ${problem}`);
    return { entry: loaded.entry, plugins: [], problem };
  }
}
