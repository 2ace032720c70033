import { DiagnosticRoutes } from './diagnostics';
import { EventRoutes } from './events';
import { HealthRoutes } from './health';
import { CrawlRoutes } from './jobs/crawl';
import { DeliveryRoutes } from './jobs/deliveries';
import { DeliveryLogRoutes } from './jobs/delivery-log';
import { ExportRoutes } from './jobs/exports';
import { HistoryRoutes } from './jobs/history';
import { JobCareRoutes } from './jobs/job-care';
import { JobPictureRoutes } from './jobs/job-pictures';
import { JobRowRoutes } from './jobs/job-rows';
import { JobStartRoutes } from './jobs/job-starts';
import { JobRoutes } from './jobs/jobs';
import { LocalJobRoutes } from './jobs/local-jobs';
import { MonitorRoutes } from './jobs/monitors';
import { SavedJobRoutes } from './jobs/saved-jobs';
import { ScheduleRoutes } from './jobs/schedules';
import { ScrapeRoutes } from './jobs/scrape';
import { LiveRoutes } from './live/live';
import { LiveMirrorRoutes } from './live/live-mirrors';
import { LiveRecorderRoutes } from './live/live-recorder';
import { LiveTableRoutes } from './live/live-tables';
import { McpRoutes } from './mcp';
import { MetricRoutes } from './metrics';
import { ModelRoutes } from './models';
import { PageTextRoutes } from './page-texts';
import { PluginFileRoutes } from './plugin-files';
import { ProfileRoutes } from './profiles';
import { ProxyRoutes } from './proxies';
import { RecipeRoutes } from './recipes';
import { SecretRoutes } from './secrets';
import { SettingsRoutes } from './settings';
import { StorageRoutes } from './storage';
import { TeamRoutes } from './team';
import { WindowRoutes } from './window';
import { WorkerRoutes } from './workers';
import { WorkspaceRoutes } from './workspace';

/** Every group of routes, in the order of the API description. */
export const routeGroups = [
  JobStartRoutes,
  CrawlRoutes,
  JobRoutes,
  TeamRoutes,
  LocalJobRoutes,
  JobCareRoutes,
  JobRowRoutes,
  JobPictureRoutes,
  PageTextRoutes,
  SavedJobRoutes,
  ScheduleRoutes,
  MonitorRoutes,
  DeliveryRoutes,
  DeliveryLogRoutes,
  ExportRoutes,
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
] as const;
