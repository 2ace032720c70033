import { join } from 'node:path';
import type { Container } from 'inversify';
import type { Log } from '../common/log';
import { KeyService } from '../platform/auth/key-service';
import { Sessions } from '../platform/auth/sessions';
import type { WithoutPlugins } from '../platform/plugins/plugin-start';
import { pluginWarnings } from '../platform/plugins/plugin-warnings';
import { LoadedPlugins } from '../platform/plugins/third-party';
import type { RunOptions } from '../platform/settings/settings';
import { SettingsService } from '../platform/settings/settings-service';
import { unconfirmedWarnings } from '../platform/settings/unconfirmed';
import { AddressGuard } from '../ports/address-guard';
import { Restart, ServerFacts } from '../ports/server-facts';
import type { Storage } from '../ports/storage';
import { Backups } from './backup/backups';
import { DemoSite, sharedDemoPort } from './demo-site';
import { Diagnostics } from './diagnostics/diagnostics';
import { HttpServer } from './http-server';
import { JobViews } from './job-views';
import { type AnsweredRequest, Metrics } from './metrics/metrics';
import { JobSockets } from './routes/jobs/job-sockets';
import { LiveSockets } from './routes/live/live-sockets';
import { routeGroups, workerGroups } from './routes/route-groups';

interface ServerParts {
  readonly run: RunOptions;
  readonly version: string;
  readonly storage: Storage;
  readonly log: Log;
  readonly paths: { readonly ui?: string; readonly demoSite: string };
  readonly onRestart?: () => void;
  readonly withoutPlugins?: WithoutPlugins;
}

/** Binds the REST service and its routes. */
export function bindServer(container: Container, parts: ServerParts): void {
  container.bind<Restart>(Restart).toConstantValue({ request: () => parts.onRestart?.() });
  container.bind(Backups).toSelf();
  container.bind(Diagnostics).toSelf();
  container.bind(Metrics).toSelf();
  container.bind(JobViews).toSelf();
  container.bind(JobSockets).toSelf();
  container.bind(LiveSockets).toSelf();
  bindDemoSite(container, parts);
  bindHttpServer(container, parts);
  bindFacts(container, parts);
}

function bindDemoSite(container: Container, { run, paths }: ServerParts): void {
  container.bind(DemoSite).toDynamicValue(
    () =>
      new DemoSite({
        folder: paths.demoSite,
        guard: container.get<AddressGuard>(AddressGuard),
        portFile: join(run.dataDir, 'demo-site.port'),
        sharedPort: run.databaseUrl === undefined ? undefined : sharedDemoPort(run.databaseUrl),
      }),
  );
}

function bindHttpServer(container: Container, { run, version, log, paths }: ServerParts): void {
  container.bind(HttpServer).toDynamicValue(() => {
    const metrics = container.get(Metrics);
    const answered = (request: AnsweredRequest) => {
      metrics.answered(request);
      log.debug('request', { ...request, durationMs: Math.round(request.durationMs * 10) / 10 });
    };
    const [keys, sessions] = [container.get(KeyService), container.get(Sessions)];
    const settings = container.get(SettingsService);
    const serviceHosts = () => settings.current.serviceHosts;
    const isWorker = run.role === 'worker';
    const options = { keys, sessions, log, version, answered, serviceHosts, uiDir: paths.ui, isWorker };
    const groups = options.isWorker ? workerGroups : routeGroups;
    const routes = groups.flatMap((group) => group.routes(...group.services.map((token) => container.get(token))));
    return new HttpServer(options, routes);
  });
}

function bindFacts(container: Container, { version, storage, withoutPlugins: without }: ServerParts): void {
  const settings = container.get(SettingsService);
  const loaded = container.get<LoadedPlugins>(LoadedPlugins);
  container.bind<ServerFacts>(ServerFacts).toConstantValue({
    version,
    get warnings() {
      const { stored } = settings;
      return [...storage.warnings, ...unconfirmedWarnings(stored), ...pluginWarnings(stored, { loaded, without })];
    },
    get baseUrl() {
      return container.get(HttpServer).baseUrl;
    },
  });
}
