import type { RouteGroup } from '../route';
import { agentListRoutes, agentTraceRoutes } from './client/agents';
import { feedbackRoutes } from './client/feedback';
import { apiMonitorRoutes, monitorCheckRoutes } from './client/monitors';
import { unavailableRoutes } from './client/unavailable';
import { diagnosticRoutes } from './diagnostics';
import { eventRoutes } from './events';
import { healthRoutes } from './health';
import { crawlRoutes } from './jobs/crawl';
import { deliveryRoutes, webhookRoutes } from './jobs/deliveries';
import { exportRoutes } from './jobs/exports';
import { historyRoutes } from './jobs/history';
import { jobActionRoutes } from './jobs/job-actions';
import { assetRoutes } from './jobs/job-assets';
import { jobPictureRoutes } from './jobs/job-pictures';
import { jobRowRoutes } from './jobs/job-rows';
import { jobStartRoutes } from './jobs/job-starts';
import { jobRoutes } from './jobs/jobs';
import { jobProblemRoutes, localJobRoutes } from './jobs/local-jobs';
import { monitorRoutes } from './jobs/monitors';
import { savedJobRoutes, savedRunRoutes } from './jobs/saved-jobs';
import { scheduleRoutes } from './jobs/schedules';
import { scrapeRoutes } from './jobs/scrape';
import { browserRoutes, cdpRoutes, interactRoutes } from './live/browser-sessions';
import { liveMoveRoutes, liveRoutes } from './live/live';
import { liveListRoutes } from './live/live-lists';
import { liveMirrorRoutes } from './live/live-mirrors';
import { liveRecorderRoutes } from './live/live-recorder';
import { liveTableRoutes } from './live/live-tables';
import { mcpRoutes } from './mcp';
import { metricRoutes } from './metrics';
import { modelRoutes } from './models';
import { pageTextRoutes } from './page-texts';
import { pluginFileRoutes } from './plugin-files';
import { profileRoutes } from './profiles';
import { proxyRoutes } from './proxies';
import { recipeRoutes } from './recipes';
import { secretRoutes } from './secrets';
import { settingsRoutes } from './settings';
import { signInRoutes } from './sign-in';
import { backupRoutes, storageRoutes } from './storage';
import { teamRoutes } from './team';
import { workerRoutes } from './workers';
import { schemaRoutes, workspaceRoutes } from './workspace';

/** All route groups, in the order used in the API description. */
export const routeGroups: readonly RouteGroup[] = [
  jobStartRoutes,
  crawlRoutes,
  jobRoutes,
  teamRoutes,
  feedbackRoutes,
  unavailableRoutes,
  agentListRoutes,
  agentTraceRoutes,
  apiMonitorRoutes,
  monitorCheckRoutes,
  localJobRoutes,
  jobProblemRoutes,
  jobActionRoutes,
  jobRowRoutes,
  jobPictureRoutes,
  pageTextRoutes,
  savedJobRoutes,
  savedRunRoutes,
  scheduleRoutes,
  monitorRoutes,
  deliveryRoutes,
  webhookRoutes,
  exportRoutes,
  assetRoutes,
  healthRoutes,
  metricRoutes,
  scrapeRoutes,
  signInRoutes,
  workspaceRoutes,
  schemaRoutes,
  historyRoutes,
  settingsRoutes,
  storageRoutes,
  backupRoutes,
  pluginFileRoutes,
  diagnosticRoutes,
  modelRoutes,
  proxyRoutes,
  recipeRoutes,
  mcpRoutes,
  browserRoutes,
  interactRoutes,
  cdpRoutes,
  liveRoutes,
  liveMoveRoutes,
  liveMirrorRoutes,
  liveListRoutes,
  liveTableRoutes,
  liveRecorderRoutes,
  secretRoutes,
  profileRoutes,
  eventRoutes,
  workerRoutes,
];

/** Route groups served by a worker: only health and metrics. */
export const workerGroups: readonly RouteGroup[] = [healthRoutes, metricRoutes];
