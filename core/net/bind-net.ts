import type { Container } from 'inversify';
import type { Log } from '../common/log';
import { Hooks } from '../contract/hooks';
import { FetchPackage } from '../platform/plugins/npm-package';
import { PluginConfigs } from '../platform/plugins/plugin-configs';
import { GuardedHttp, PluginServicesToken } from '../platform/plugins/plugin-services';
import { Registries } from '../platform/plugins/registry';
import { SavedSecrets } from '../platform/secrets/saved-secrets';
import { npmOptions } from '../platform/settings/npm-config';
import { leaseMsOf, type RunOptions } from '../platform/settings/settings';
import { SettingsService } from '../platform/settings/settings-service';
import { AddressGuard } from '../ports/address-guard';
import { EventBus } from '../ports/delivery/event-bus';
import { Engines } from '../ports/engine';
import { HostSlots } from '../ports/host-slots';
import type { Storage } from '../ports/storage';
import { Browsers } from './engines/browser/browsers';
import { BrowserTrial } from './engines/browser-trial';
import { createBrowserEngine } from './engines/create-browser-engine';
import { EgressProxy } from './engines/egress/egress-proxy';
import { EngineChoice } from './engines/engine-choice';
import { createGuardedFetch } from './engines/http/guarded-fetch';
import { UndiciEngine } from './engines/http/http-engine';
import { mediaReadBy } from './engines/http/media-types';
import type { LazyBrowser } from './engines/lazy-browser';
import { LiveBrowser } from './engines/live-tab';
import { ProxySources } from './engines/proxy-sources';
import { ProxyTest } from './engines/proxy-test';
import { createFetchPackage } from './fetch-package';
import { GuardedAddresses } from './politeness/guarded-addresses';
import { HostPace } from './politeness/host-pace';
import { SharedPace } from './politeness/shared-pace';
import { SearchHost } from './search/search-host';
import { createSearchHttp, SearchHttp } from './search/search-http';
import { SearchTest } from './search/search-test';

interface NetParts {
  readonly run: RunOptions;
  readonly storage: Storage;
  readonly log: Log;
  readonly paths: { readonly filterLists: string };
}

/** Binds the address guard, the engines, the search plugins and the politeness rules. */
export function bindNet(container: Container, parts: NetParts): void {
  const settings = container.get(SettingsService);
  const guard = new GuardedAddresses(() => settings.current);
  const http = createGuardedFetch(guard);
  container.get<Hooks>(Hooks).closing.tapPromise('guarded fetch', () => http.close());
  container.bind(AddressGuard).toConstantValue(guard);
  container.bind<GuardedHttp>(GuardedHttp).toConstantValue(http);
  container.bind(PluginServicesToken).toConstantValue({ http, log: parts.log });
  const npm = settings.run.npm ?? npmOptions({});
  container.bind<FetchPackage>(FetchPackage).toConstantValue(createFetchPackage(npm, () => settings.current));
  bindEngines(container, parts);
  bindSearch(container);
  bindPace(container, parts);
}

function bindEngines(container: Container, { log, paths }: NetParts): void {
  const settings = container.get(SettingsService);
  const guard = container.get<AddressGuard>(AddressGuard);
  container.bind(ProxySources).toSelf();
  container.bind(ProxyTest).toSelf();
  container
    .bind(Browsers)
    .toDynamicValue(() => new Browsers(() => settings.current.browserPath, container.get(EventBus)));
  container.bind(EgressProxy).toDynamicValue(() => new EgressProxy(guard));
  container.bind(BrowserTrial).toSelf();
  container.bind(EngineChoice).toSelf();
  container.bind(LiveBrowser).toDynamicValue(() => {
    const [registries, egress] = [container.get(Registries), container.get(EgressProxy)];
    const [secrets, http] = [container.get(SavedSecrets), container.get<GuardedHttp>(GuardedHttp)];
    return createBrowserEngine({ settings, registries, egress, secrets, http, log, paths });
  });
  container.bind(Engines).toDynamicValue((): Engines => {
    const registries = container.get(Registries);
    return {
      http: new UndiciEngine(
        guard,
        mediaReadBy(() => registries.parser.list()),
      ),
      browser: container.get<LazyBrowser>(LiveBrowser),
    };
  });
}

function bindSearch(container: Container): void {
  const settings = container.get(SettingsService);
  const configs = container.get(PluginConfigs);
  const http = createSearchHttp({ registries: container.get(Registries), configs, settings });
  container.get<Hooks>(Hooks).closing.tapPromise('search calls', () => http.close());
  container.bind<GuardedHttp>(SearchHttp).toConstantValue(http);
  container.bind(SearchHost).toSelf();
  container.bind(SearchTest).toSelf();
}

/**
 * Binds per-host pacing. A single process keeps the pacing state in memory. Processes that share a database keep the
 * state in the database.
 */
function bindPace(container: Container, { storage, run, log }: NetParts): void {
  if (run.databaseUrl === undefined) {
    container.bind<HostSlots>(HostSlots).toConstantValue(new HostPace());
    return;
  }
  const pace = new SharedPace({ store: storage.slots, leaseMs: leaseMsOf(run), log });
  container.bind<HostSlots>(HostSlots).toConstantValue(pace);
  container.get<Hooks>(Hooks).closing.tapPromise('host pace', () => pace.close());
}
