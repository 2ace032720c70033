import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { GuardedHttp } from '../../contract/plugin';
import { sendRequest } from '../sandbox/plugin-requests';
import type { SavedSecrets } from '../secrets/saved-secrets';
import type { Settings } from '../settings/settings';
import type { SettingsService } from '../settings/settings-service';
import type { LoadedPlugins } from './third-party';

interface SandboxParts {
  readonly http: GuardedHttp;
  readonly secrets: SavedSecrets;
  readonly settings: SettingsService;
  readonly log: Log;
}

/**
 * Connects sandboxed plugins to the network, secrets and log of the running engine, and closes the plugins together
 * with the engine.
 */
export function connectSandboxes(hooks: Hooks, loaded: LoadedPlugins, parts: SandboxParts): void {
  const { http, settings, log } = parts;
  const secret = (name: string, origin: string) => parts.secrets.valueFor(name, origin);
  for (const [file, { sandbox, entry }] of loaded) {
    if (!sandbox) continue;
    const { hosts = [], secrets = [] } = entry;
    sandbox.connect({
      granted: { hosts, secrets },
      fetch: (json, signal, access) => sendRequest({ hosts, secrets, http, secret }, json, signal, access),
      log: (level, text) => log[level](`plugin ${file}: ${text}`),
      disable: (reason) => {
        log.warn(`the plugin ${file} is off: ${reason}`);
        settings
          .update((stored: Settings) => stop(stored, file, reason))
          .catch((thrown: unknown) =>
            log.warn(
              `the plugin ${file} is disabled only until the next restart, because the change could not be saved: ${String(thrown)}`,
            ),
          );
      },
    });
    hooks.closing.tap(`plugin ${file}`, () => sandbox.close());
  }
}

const stop = ({ enabledPlugins }: Settings, file: string, stopped: string): Pick<Settings, 'enabledPlugins'> => ({
  enabledPlugins: enabledPlugins.map((one) => (one.file === file ? { ...one, stopped } : one)),
});
