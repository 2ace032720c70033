import type { PluginConfigs } from '../../platform/plugins/plugin-configs';
import type { Registries } from '../../platform/plugins/registry';
import type { SettingsService } from '../../platform/settings/settings-service';
import { type ClosableHttp, createGuardedFetch } from '../engines/http/guarded-fetch';
import { GuardedAddresses } from '../politeness/guarded-addresses';

/** Injection token for the guarded `fetch` that search plugins use. */
export const SearchHttp = Symbol('SearchHttp');

/** Dependencies for the guarded `fetch` that search plugins use. */
export interface SearchHttpParts {
  readonly registries: Registries;
  readonly configs: PluginConfigs;
  readonly settings: SettingsService;
}

/**
 * Creates a guarded `fetch`. Allows private addresses from the settings of search plugins, in addition to those that
 * the general settings allow.
 */
export function createSearchHttp({ registries, configs, settings }: SearchHttpParts): ClosableHttp {
  const own = (): readonly string[] =>
    registries.search
      .list()
      .filter(({ id }) => configs.fit('search', id))
      .flatMap(({ id }) => hostsIn(configs.of('search', id)));
  const guard = new GuardedAddresses(() => {
    const { allowPrivateNetwork, allowedHosts } = settings.current;
    return { allowPrivateNetwork, allowedHosts: [...allowedHosts, ...own()] };
  });
  return createGuardedFetch(guard);
}

/** Returns the `host:port` of each URL in a search plugin's settings. */
export const hostsIn = (config: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.values(config).flatMap(hostOf);

/** Returns the `host:port` of a URL. Empty for any other value. */
export function hostOf(value: unknown): readonly string[] {
  const url = typeof value === 'string' ? URL.parse(value) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return [];
  return [`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`];
}
