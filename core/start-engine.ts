import type { Container } from 'inversify';
import { systemClock } from './common/concurrency/clock';
import type { Job } from './common/job';
import type { Log } from './common/log';
import { firstKeyName } from './common/values/first-key-name';
import { createContainer } from './container';
import { Hooks } from './contract/hooks';
import type { EngineParts } from './engine-parts';
import { logActivity } from './jobs/activity-log';
import { countCredits } from './jobs/credits';
import { deliverEvents } from './jobs/delivery/deliver-events';
import { OutboxDispatcher } from './jobs/delivery/outbox-dispatcher';
import { publishJobEvents } from './jobs/delivery/publish-job-events';
import { WebhookPublisher } from './jobs/delivery/webhook-publisher';
import { joinFleet, watchJobs } from './jobs/fleet/share-work';
import { emitJobEvents } from './jobs/job-events';
import { JobRunners } from './jobs/job-runners';
import { JobService } from './jobs/job-service';
import { MonitorChecks } from './jobs/monitors/monitor-checks';
import { PageLogins } from './jobs/profiles/page-logins';
import { RunRowReader } from './jobs/run-rows';
import { SavedRuns } from './jobs/saved-runs';
import { Scheduler } from './jobs/schedules/scheduler';
import { Usage } from './jobs/usage';
import { followWebLinks } from './kinds/crawl/discover';
import { Browsers } from './net/engines/browser/browsers';
import { assertBrowserPath } from './net/engines/browser/find-browser';
import { EgressProxy } from './net/engines/egress/egress-proxy';
import { EngineChoice } from './net/engines/engine-choice';
import { ProxySources } from './net/engines/proxy-sources';
import { planSharedDocuments } from './net/engines/shared-documents';
import { admitByAddress, blockThreats, paceByAnswers } from './net/politeness/politeness-taps';
import { ModelHost } from './page/models/model-host';
import { CpuShare } from './page/reading/cpu-share';
import { DocumentReader } from './page/reading/document-reader';
import { WarmUp } from './page/reading/warm-up';
import { RecipeWatch } from './page/recipes/recipe-watch';
import { SavedRecipes } from './page/recipes/saved-recipes';
import { redactResults } from './pipeline/redaction/redact';
import { PageCacheWriter } from './pipeline/tasks/page-cache-writer';
import { logTraces } from './pipeline/tasks/page-traces';
import { PublishedFiles } from './pipeline/tasks/published-files';
import { retryByTable } from './pipeline/tasks/retry-by-table';
import { TaskPool } from './pipeline/tasks/task-pool';
import { KeyService } from './platform/auth/key-service';
import { Sessions } from './platform/auth/sessions';
import { removeStaleFolders } from './platform/data-folder/data-dir';
import { connectSandboxes } from './platform/plugins/connect-sandboxes';
import { PluginConfigs } from './platform/plugins/plugin-configs';
import { PluginEntries } from './platform/plugins/plugin-entries';
import { PluginHost } from './platform/plugins/plugin-host';
import { GuardedHttp } from './platform/plugins/plugin-services';
import { Registries } from './platform/plugins/registry';
import { LoadedPlugins } from './platform/plugins/third-party';
import { SavedSecrets } from './platform/secrets/saved-secrets';
import { type Concurrency, memoryBytes, withinMemory } from './platform/settings/memory-budget';
import { SettingsService } from './platform/settings/settings-service';
import { unconfirmedWarnings } from './platform/settings/unconfirmed';
import { AddressGuard } from './ports/address-guard';
import { EventBus } from './ports/delivery/event-bus';
import { Engines } from './ports/engine';
import { HostSlots } from './ports/host-slots';
import { JobKinds } from './ports/jobs/job-kinds';
import { JobNotifier } from './ports/jobs/job-notifier';
import { DemoSite } from './server/demo-site';
import { HttpServer, type ServedRoute } from './server/http-server';
import { Metrics } from './server/metrics/metrics';
import { Retention, retentionOf } from './storage/retention/retention';

/** A running engine. */
export interface RunningEngine {
  readonly baseUrl: string;
  /** First API key, shown to the user once. Set only on the first start. */
  readonly firstKey?: string;
  /** Returns a new one-time sign-in link for a window. */
  signInLink(): string;
  /** Registered routes and the access they require. */
  readonly routes: readonly ServedRoute[];
  /**
   * Resumes unfinished jobs and warms caches. Separate from `startEngine`, so that the URL is printed before this work
   * starts.
   */
  begin(): void;
  /** Stops all parts, in the reverse of the order in which they were started. */
  close(): Promise<void>;
}

/** Starts an engine: wires the container, taps the hooks and starts the server. */
export async function startEngine(parts: EngineParts): Promise<RunningEngine> {
  const container = createContainer(parts);
  const hooks = container.get<Hooks>(Hooks);
  const settings = container.get(SettingsService);
  await settings.repair();
  container.get(ProxySources).configure();
  await container.get(PluginConfigs).load();
  tapHooks(container, parts);
  const server = container.get(HttpServer);
  // Reads unfinished jobs before the server starts, so that they do not include jobs started by new requests.
  const isShared = container.get(JobNotifier).isShared;
  const unfinished = isShared ? [] : await container.get(JobService).unfinished();
  const isWorker = parts.run.role === 'worker';
  // By default, each worker listens on a free port. Workers on one machine share their settings, so the configured port
  // may already be in use.
  await server.listen(parts.run.host, isWorker ? (parts.run.port ?? 0) : settings.current.port);
  await parts.storage.announce(server.baseUrl);
  const firstKey = isWorker || parts.run.isTemporary ? undefined : await createFirstKey(container);
  logMemory(settings.current, parts.log);
  for (const warning of unconfirmedWarnings(settings.stored)) parts.log.warn(warning);
  await hooks.ready.promise();
  return {
    baseUrl: server.baseUrl,
    firstKey,
    routes: server.served,
    signInLink: () => `${server.baseUrl}/signin?token=${container.get(Sessions).createLinkToken()}`,
    begin: () => {
      void resume(container, unfinished, parts.log);
      container.get(JobNotifier).notify();
      // Skips the warm-up in a temporary engine, which runs a single command. The job of this command usually starts
      // before a warm-up could begin.
      if (!parts.run.withoutWarmUp && !parts.run.isTemporary) void container.get(WarmUp).begin(parts.paths.demoSite);
      void container.get(Browsers).find();
    },
    close: () => closeEngine(container, parts),
  };
}

/** Registers built-in features on the hooks, as plugins do. */
function tapHooks(container: Container, parts: EngineParts): void {
  const { log, storage } = parts;
  const hooks = container.get<Hooks>(Hooks);
  const registries = container.get(Registries);
  container.get(EngineChoice).apply(hooks);
  container.get(ModelHost).apply(hooks);
  container.get(SavedRecipes).apply(hooks);
  container.get(RecipeWatch).apply(hooks);
  container.get(PublishedFiles).apply(hooks);
  new PageCacheWriter(storage, registries, log).apply(hooks);
  admitByAddress(hooks, container.get<AddressGuard>(AddressGuard));
  blockThreats(hooks);
  redactResults(hooks);
  countCredits(hooks, registries);
  container.get(PageLogins).apply(hooks);
  planSharedDocuments(hooks);
  retryByTable(hooks);
  followWebLinks(hooks);
  paceByAnswers(hooks, container.get<HostSlots>(HostSlots));
  shareWork(container, parts);
  container.get(Usage).apply(hooks);
  container.get(Metrics).apply(hooks);
  logTraces(hooks, log);
  emitJobEvents(hooks, { kinds: container.get(JobKinds), events: container.get(EventBus), log });
  logActivity(hooks, storage, container.get(RunRowReader), log);
  const [publisher, dispatcher] = [container.get(WebhookPublisher), container.get(OutboxDispatcher)];
  publishJobEvents(hooks, publisher, storage.jobs);
  deliverEvents(hooks, { dispatcher, jobs: storage.jobs, publisher, log });
  const settings = container.get(SettingsService);
  const retention = new Retention(storage, { log, clock: systemClock }, () => retentionOf(settings.current));
  hooks.ready.tap('retention', () => retention.start());
  hooks.closing.tapPromise('retention', () => retention.stop());
  hooks.ready.tap(
    'left folders',
    () =>
      void removeStaleFolders(settings.run.dataDir).catch((thrown: unknown) =>
        log.warn(`temporary files of an earlier backup or export could not be deleted: ${String(thrown)}`),
      ),
  );
  container.get(SavedRuns).apply(hooks);
  container.get(MonitorChecks);
  const scheduler = container.get(Scheduler);
  hooks.ready.tap('schedules', () => void scheduler.wake());
  hooks.closing.tapPromise('schedules', () => scheduler.stop());
  const warmUp = container.get(WarmUp);
  hooks.closing.tap('warm up', () => warmUp.stop());
  connectSandboxes(hooks, container.get<LoadedPlugins>(LoadedPlugins), {
    http: container.get<GuardedHttp>(GuardedHttp),
    secrets: container.get(SavedSecrets),
    settings: container.get(SettingsService),
    log,
  });
  followSettings(container);
  followNodes(container, parts);
}

/** Shares work with other processes that use the same database, if any. */
function shareWork(container: Container, { storage, run, version, log, state: { changes } }: EngineParts): void {
  const jobNotifier = container.get(JobNotifier);
  if (!jobNotifier.isShared) return;
  const [events, dispatcher] = [container.get(EventBus), container.get(OutboxDispatcher)];
  const [pool, share] = [container.get(TaskPool), container.get(CpuShare)];
  const hooks = container.get<Hooks>(Hooks);
  const wakes = joinFleet(hooks, { storage, run, version, log, events, dispatcher, pool, share });
  if (run.role === 'api') return;
  const [runners, service, kinds] = [container.get(JobRunners), container.get(JobService), container.get(JobKinds)];
  watchJobs(wakes, { storage, run, log, changes, jobNotifier, runners, service, kinds });
}

/** Validates new settings and applies them. */
function followSettings(container: Container): void {
  const settings = container.get(SettingsService);
  const entries = container.get(PluginEntries);
  settings.addShaper(async ({ wanted }) => {
    container.get(JobKinds).assertNotices(wanted.sinks.flatMap(({ events }) => events));
    return wanted;
  });
  settings.addShaper(async ({ before, wanted }) => {
    if (wanted.browserPath !== before.browserPath) assertBrowserPath(wanted.browserPath);
    return wanted;
  });
  settings.addShaper((change) => entries.shape(change));
  settings.onChange(async (changed, before) => {
    container.get(ProxySources).configure();
    await container.get(PluginConfigs).load();
    void container.get(EventBus).emit('settings.changed', undefined);
    await entries.forgetUnused(changed, before);
  });
}

/** Applies changes made by other nodes. */
function followNodes(container: Container, { state: { changes, settings } }: EngineParts): void {
  if (!changes) return;
  const hooks = container.get<Hooks>(Hooks);
  changes.on('settings', () => settings.reload());
  changes.on('keys', () => container.get(KeyService).reload());
  changes.on('saved-jobs', async () => {
    await container.get(EventBus).emit('saved.changed', undefined);
    void container.get(Scheduler).wake();
  });
  hooks.ready.tapPromise('other nodes', () => changes.start());
  hooks.closing.tapPromise('other nodes', () => changes.stop());
}

/** Resumes jobs left unfinished by an earlier run. */
async function resume(container: Container, unfinished: readonly Job[], log: Log): Promise<void> {
  try {
    await container.get(DemoSite).resume();
    await container.get(JobService).resume(unfinished);
  } catch (thrown) {
    log.warn(`unfinished jobs could not be resumed: ${String(thrown)}`);
  }
}

/** Logs a message if there is too little memory for the configured concurrency. */
function logMemory(wanted: Concurrency, log: Log): void {
  const { concurrency, browserPages } = withinMemory(wanted);
  if (concurrency === wanted.concurrency && browserPages === wanted.browserPages) return;
  const megabytes = Math.floor(memoryBytes() / 2 ** 20);
  log.info(
    `${megabytes} MB of memory are enough for ${concurrency} pages at a time, ${browserPages} of them in the browser`,
  );
}

/** Creates an API key if none exists. Returns the key, which cannot be read later because only its hash is stored. */
async function createFirstKey(container: Container): Promise<string | undefined> {
  const keys = container.get(KeyService);
  if ((await keys.list()).length > 0) return undefined;
  return (await keys.create(firstKeyName)).key;
}

async function closeEngine(container: Container, { storage, log }: EngineParts): Promise<void> {
  const events = container.get(EventBus);
  await events.emit('engine.closing', undefined);
  await container.get(JobNotifier).stop();
  await container.get(JobRunners).stopAll();
  await container.get(HttpServer).close();
  const { closing } = container.get<Hooks>(Hooks);
  closing.intercept({ tap: ({ name }) => log.debug(`closing: ${name}`) });
  await closing.promise();
  const engines = container.get<Engines>(Engines);
  await Promise.allSettled([engines.browser.close(), engines.http.close(), container.get(DemoSite).close()]);
  await container.get(EgressProxy).close();
  await container.get<DocumentReader>(DocumentReader).close();
  container.get(PluginHost).dispose();
  await storage.close();
}
