import 'reflect-metadata';
import { join } from 'node:path';
import { Container } from 'inversify';
import { bindJobs } from './bind-jobs';
import type { TimerClock } from './common/concurrency/clock';
import { Log } from './common/log';
import { createHooks, Hooks } from './contract/hooks';
import type { Plugin } from './contract/plugin';
import { Budget } from './jobs/budget';
import type { EngineState } from './jobs/fleet/engine-state';
import { JobSessions } from './jobs/profiles/job-sessions';
import { LoginProfiles, ProfileDocuments } from './jobs/profiles/login-profiles';
import { PageLogins } from './jobs/profiles/page-logins';
import { SealedSessions } from './jobs/profiles/sealed-sessions';
import { SavedJobDocuments } from './jobs/saved-jobs';
import { AgentTools } from './kinds/agent/agent-tools';
import { RecipeLearner } from './kinds/recipes/recipe-learner';
import { LivePages } from './live/live-pages';
import { Recorders } from './live/recorder/recorders';
import { Browsers } from './net/engines/browser/browsers';
import { BrowserTrial } from './net/engines/browser-trial';
import { createBrowserEngine } from './net/engines/create-browser-engine';
import { EgressProxy } from './net/engines/egress/egress-proxy';
import { EngineChoice } from './net/engines/engine-choice';
import { createGuardedFetch } from './net/engines/http/guarded-fetch';
import { UndiciEngine } from './net/engines/http/http-engine';
import { mediaReadBy } from './net/engines/http/media-types';
import type { LazyBrowser } from './net/engines/lazy-browser';
import { LiveBrowser } from './net/engines/live-tab';
import { ProxySources } from './net/engines/proxy-sources';
import { ProxyTest } from './net/engines/proxy-test';
import { GuardedAddresses } from './net/politeness/guarded-addresses';
import { SearchHost } from './net/search/search-host';
import { createSearchHttp, SearchHttp } from './net/search/search-http';
import { SearchTest } from './net/search/search-test';
import { ModelHost } from './page/models/model-host';
import { ModelTest } from './page/models/model-test';
import { DocumentReader } from './page/reading/document-reader';
import { MachineShare } from './page/reading/machine-share';
import { RecipeReader } from './page/reading/recipe-reader';
import { ThreadReader } from './page/reading/thread-reader';
import { WarmUp } from './page/reading/warm-up';
import { RecipeDocuments, RecipeWatch } from './page/recipes/recipe-watch';
import { SavedRecipes } from './page/recipes/saved-recipes';
import { DerivationStage } from './pipeline/tasks/derivation-stage';
import { EngineValues } from './pipeline/tasks/engine-values';
import { PageLimiter } from './pipeline/tasks/page-limiter';
import { PageSource } from './pipeline/tasks/page-source';
import { Planner } from './pipeline/tasks/plan-task';
import { PublishedFiles } from './pipeline/tasks/published-files';
import { TaskRunner } from './pipeline/tasks/task-runner';
import { KeyService } from './platform/auth/key-service';
import { KeyStore } from './platform/auth/key-store';
import { Revocations } from './platform/auth/revocations';
import { Sessions } from './platform/auth/sessions';
import { ApiSchemas } from './platform/plugins/api-schemas';
import { PluginConfigs } from './platform/plugins/plugin-configs';
import { PluginEntries } from './platform/plugins/plugin-entries';
import { PluginFiles, PluginInspector } from './platform/plugins/plugin-files';
import { PluginHost } from './platform/plugins/plugin-host';
import { GuardedHttp, ModelHttp, PluginServicesToken } from './platform/plugins/plugin-services';
import { Registries } from './platform/plugins/registry';
import { type LoadedPlugin, LoadedPlugins, type ThirdPartyOptions } from './platform/plugins/third-party';
import { PrivateFiles } from './platform/secrets/private-files';
import { SavedSecrets, SecretDocuments } from './platform/secrets/saved-secrets';
import { SettingSecrets } from './platform/settings/setting-secrets';
import type { RunOptions } from './platform/settings/settings';
import { SettingsService } from './platform/settings/settings-service';
import { unconfirmedWarnings } from './platform/settings/unconfirmed';
import { AddressGuard } from './ports/address-guard';
import { CachedPages } from './ports/cached-pages';
import { EventBus } from './ports/delivery/event-bus';
import { Engines } from './ports/engine';
import { ActivityStore, ScrapeStore } from './ports/jobs/history';
import { PageSearch } from './ports/page-search';
import { FileStore, PageCache, TrackingStore } from './ports/page-stores';
import { SecretVault } from './ports/secret-vault';
import { Restart, ServerFacts } from './ports/server-facts';
import { Storage } from './ports/storage';
import { Backups } from './server/backup/backups';
import { DemoSite, sharedDemoPort } from './server/demo-site';
import { Diagnostics } from './server/diagnostics/diagnostics';
import { HttpServer, Routes } from './server/http-server';
import { type AnsweredRequest, Metrics } from './server/metrics/metrics';
import { DiagnosticRoutes } from './server/routes/diagnostics';
import { EventRoutes } from './server/routes/events';
import { HealthRoutes } from './server/routes/health';
import { HistoryRoutes } from './server/routes/jobs/history';
import { ScrapeRoutes } from './server/routes/jobs/scrape';
import { LiveRoutes } from './server/routes/live/live';
import { LiveMirrorRoutes } from './server/routes/live/live-mirrors';
import { LiveRecorderRoutes } from './server/routes/live/live-recorder';
import { LiveSockets } from './server/routes/live/live-sockets';
import { LiveTableRoutes } from './server/routes/live/live-tables';
import { McpRoutes } from './server/routes/mcp';
import { MetricRoutes } from './server/routes/metrics';
import { ModelRoutes } from './server/routes/models';
import { PluginFileRoutes } from './server/routes/plugin-files';
import { ProfileRoutes } from './server/routes/profiles';
import { ProxyRoutes } from './server/routes/proxies';
import { RecipeRoutes } from './server/routes/recipes';
import { SecretRoutes } from './server/routes/secrets';
import { SettingsRoutes } from './server/routes/settings';
import { StorageRoutes } from './server/routes/storage';
import { WindowRoutes } from './server/routes/window';
import { WorkerRoutes } from './server/routes/workers';
import { WorkspaceRoutes } from './server/routes/workspace';

/** Files and folders the engine is given; core knows none by itself. */
export interface EnginePaths {
  /** Built worker script that reads documents. */
  readonly documentWorker: string;
  /** Built script that looks at plugin files. */
  readonly pluginInspector: string;
  /** Built worker script that holds rows of jobs. */
  readonly rowWorker: string;
  /** Folder with the built UI, when there is one. */
  readonly ui?: string;
  readonly demoSite: string;
  readonly filterLists: string;
}

/** What an engine is made of. */
export interface EngineParts {
  readonly run: RunOptions;
  readonly version: string;
  readonly plugins: readonly Plugin[];
  /** Plugins from the user's plugin folder. */
  readonly addedPlugins?: LoadedPlugins;
  /** Where the added plugins come from, for the worker threads. */
  readonly thirdParty?: ThirdPartyOptions;
  readonly paths: EnginePaths;
  readonly storage: Storage;
  readonly log: Log;
  /** Told when a person asks for a restart of the engine. */
  readonly onRestart?: () => void;
  /** The clock of schedules; that on the wall when absent. */
  readonly clock?: TimerClock;
  readonly state: EngineState;
  /** Bearer token of the local command line, new with every start. */
  readonly localToken: string;
}

/** Loads every module into one container; the only place that knows them all. */
export function createContainer(parts: EngineParts): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(Log).toConstantValue(parts.log);
  container.bind(Hooks).toConstantValue(createHooks());
  bindStorage(container, parts);
  bindPlugins(container, parts);
  bindEngines(container, parts);
  bindPipeline(container, parts);
  bindJobs(container, parts);
  bindServer(container, parts);
  return container;
}

function bindStorage(container: Container, { storage, state }: EngineParts): void {
  container.bind(Storage).toConstantValue(storage);
  container.bind(RecipeDocuments).toConstantValue(storage.documents('recipes'));
  container.bind(SavedJobDocuments).toConstantValue(storage.documents('saved-jobs'));
  container.bind(SecretDocuments).toConstantValue(storage.documents('secrets'));
  container.bind(ProfileDocuments).toConstantValue(storage.documents('profiles'));
  container.bind(SavedRecipes).toSelf();
  container.bind(RecipeWatch).toSelf();
  container.bind(FileStore).toConstantValue(storage.files);
  container.bind(ScrapeStore).toConstantValue(storage.scrapes);
  container.bind(PageCache).toConstantValue(storage.pages);
  container.bind(PageSearch).toConstantValue(storage.texts);
  container.bind(TrackingStore).toConstantValue(storage.tracking);
  container.bind(ActivityStore).toConstantValue(storage.activity);
  container.bind(SettingsService).toConstantValue(state.settings);
  container.bind<SecretVault>(SecretVault).toConstantValue(state.vault);
  container.bind<PrivateFiles>(PrivateFiles).toConstantValue(state.files);
}

function bindPlugins(container: Container, { plugins, addedPlugins = new Map(), log, paths }: EngineParts): void {
  const registries = new Registries();
  const host = new PluginHost(registries, container.get<Hooks>(Hooks), log);
  for (const plugin of plugins) host.add(plugin);
  container
    .bind<LoadedPlugins>(LoadedPlugins)
    .toConstantValue(
      new Map([...addedPlugins].map(([file, loaded]) => [file, addPlugin(host, registries, loaded, log)])),
    );
  container.bind(PluginInspector).toConstantValue(paths.pluginInspector);
  container.bind(Registries).toConstantValue(registries);
  container.bind(PluginHost).toConstantValue(host);
  container.bind(PluginConfigs).toSelf();
}

/** A plugin that cannot be added is named in the log and left out. */
function addPlugin(host: PluginHost, registries: Registries, loaded: LoadedPlugin, log: Log): LoadedPlugin {
  if (!loaded.plugin) return loaded;
  try {
    host.add(loaded.plugin);
    registries.markAdded(loaded.plugin);
    return loaded;
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    log.warn(`a plugin was left out: ${problem}`);
    return { sha256: loaded.sha256, problem };
  }
}

function bindEngines(container: Container, { log, paths }: EngineParts): void {
  const settings = container.get(SettingsService);
  const guard = new GuardedAddresses(() => settings.current);
  container.bind(AddressGuard).toConstantValue(guard);
  const http = createGuardedFetch(guard);
  container.get<Hooks>(Hooks).closing.tapPromise('guarded fetch', () => http.close());
  container.bind<GuardedHttp>(GuardedHttp).toConstantValue(http);
  container.bind(PluginServicesToken).toConstantValue({ http, log });
  // Calls of a model are held to the address the user has set for it, which may be on this machine.
  const modelHttp = createGuardedFetch(new GuardedAddresses({ allowPrivateNetwork: true, allowedHosts: [] }));
  container.get<Hooks>(Hooks).closing.tapPromise('model calls', () => modelHttp.close());
  container.bind<GuardedHttp>(ModelHttp).toConstantValue(modelHttp);
  container.bind(EventBus).toSelf();
  container.bind(SettingSecrets).toSelf();
  container.bind(SavedSecrets).toSelf();
  container.bind(SealedSessions).toSelf();
  container.bind(JobSessions).toSelf();
  container.bind(LoginProfiles).toSelf();
  container.bind(PageLogins).toSelf();
  container.bind(PluginEntries).toSelf();
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
    const secrets = container.get(SavedSecrets);
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

function bindPipeline(container: Container, { paths, run, thirdParty }: EngineParts): void {
  container.bind(PageLimiter).toSelf();
  container.bind(MachineShare).toSelf();
  container
    .bind(DocumentReader)
    .toDynamicValue(
      () =>
        new RecipeReader(
          new ThreadReader(paths.documentWorker, { thirdParty, log: run.log }, container.get(MachineShare)),
          container.get(SavedRecipes),
        ),
    );
  container.bind(WarmUp).toSelf();
  container.bind(RecipeLearner).toSelf();
  container.bind(Planner).toSelf();
  container.bind(PageSource).toSelf();
  container.bind(ModelHost).toSelf();
  container.bind(ModelTest).toSelf();
  bindSearch(container);
  container.bind(PublishedFiles).toSelf();
  container.bind(EngineValues).toSelf();
  container.bind(DerivationStage).toSelf();
  container.bind(Metrics).toSelf();
  container.bind(TaskRunner).toSelf();
  container.bind(Budget).toSelf();
}

function bindSearch(container: Container): void {
  const settings = container.get(SettingsService);
  const configs = container.get(PluginConfigs);
  const http = createSearchHttp({ registries: container.get(Registries), configs, settings });
  container.get<Hooks>(Hooks).closing.tapPromise('search calls', () => http.close());
  container.bind<GuardedHttp>(SearchHttp).toConstantValue(http);
  container.bind(CachedPages).toSelf();
  container.bind(SearchHost).toSelf();
  container.bind(SearchTest).toSelf();
  container.bind(AgentTools).toSelf();
}

function bindServer(container: Container, parts: EngineParts): void {
  const { run, storage, state, localToken, version, log, paths } = parts;
  const revocations = new Revocations();
  const keys = new KeyService(
    new KeyStore(storage.documents('keys')),
    { option: run.apiKey, local: localToken },
    revocations,
    state.changes !== undefined,
  );
  const sessions = new Sessions({ files: state.sessionFiles, keys, revocations });
  container.bind(Revocations).toConstantValue(revocations);
  container.bind(KeyService).toConstantValue(keys);
  container.bind(Sessions).toConstantValue(sessions);
  container.bind(Backups).toSelf();
  container.bind(Diagnostics).toSelf();
  container.bind(PluginFiles).toSelf();
  container.bind<Restart>(Restart).toConstantValue({ request: () => parts.onRestart?.() });
  container.bind(ApiSchemas).toSelf();
  container.bind(LivePages).toSelf();
  container.bind(LiveSockets).toSelf();
  container.bind(Recorders).toSelf();
  container.bind(DemoSite).toDynamicValue(
    () =>
      new DemoSite({
        folder: paths.demoSite,
        guard: container.get<AddressGuard>(AddressGuard),
        portFile: join(run.dataDir, 'demo-site.port'),
        sharedPort: run.databaseUrl === undefined ? undefined : sharedDemoPort(run.databaseUrl),
      }),
  );
  for (const routes of [
    HealthRoutes,
    MetricRoutes,
    ScrapeRoutes,
    WindowRoutes,
    WorkspaceRoutes,
    HistoryRoutes,
    SettingsRoutes,
    StorageRoutes,
    PluginFileRoutes,
    DiagnosticRoutes,
    ModelRoutes,
    ProxyRoutes,
    RecipeRoutes,
    McpRoutes,
    LiveRoutes,
    LiveMirrorRoutes,
    LiveTableRoutes,
    LiveRecorderRoutes,
    SecretRoutes,
    ProfileRoutes,
    EventRoutes,
    WorkerRoutes,
  ]) {
    container.bind<Routes>(Routes).to(routes);
  }
  container.bind(HttpServer).toDynamicValue(() => {
    const metrics = container.get(Metrics);
    const answered = (request: AnsweredRequest) => {
      metrics.answered(request);
      log.debug('request', { ...request, durationMs: Math.round(request.durationMs * 10) / 10 });
    };
    const options = { keys, sessions, log, version, answered, uiDir: paths.ui, isWorker: run.role === 'worker' };
    const all = container.getAll<Routes>(Routes);
    const ofWorkers = all.filter((routes) => routes instanceof HealthRoutes || routes instanceof MetricRoutes);
    return new HttpServer(options, options.isWorker ? ofWorkers : all);
  });
  container.bind<ServerFacts>(ServerFacts).toConstantValue({
    version,
    get warnings() {
      return [...storage.warnings, ...unconfirmedWarnings(state.settings.stored)];
    },
    get baseUrl() {
      return container.get(HttpServer).baseUrl;
    },
  });
}
