import type { Container } from 'inversify';
import { bindDelivery } from './bind-delivery';
import { bindPace } from './bind-pace';
import { systemClock, type TimerClock } from './common/concurrency/clock';
import type { Log } from './common/log';
import { Hooks } from './contract/hooks';
import { ChosenRows } from './jobs/exports/chosen-rows';
import { Idempotency } from './jobs/idempotency';
import { JobKeeping } from './jobs/job-keeping';
import { JobPauses } from './jobs/job-pauses';
import { JobReader } from './jobs/job-reader';
import { JobRunners } from './jobs/job-runners';
import { JobService } from './jobs/job-service';
import { JobStarter } from './jobs/job-starter';
import { MonitorNotices } from './jobs/monitors/monitor-notices';
import { Monitors } from './jobs/monitors/monitors';
import { PageRunner } from './jobs/page-runner';
import { ProgressReports } from './jobs/progress-reports';
import { JobRows } from './jobs/rows/job-rows';
import { PagePictureReader } from './jobs/rows/page-pictures';
import { RowThread } from './jobs/rows/row-thread';
import { RunRowReader } from './jobs/run-rows';
import { SavedJobs } from './jobs/saved-jobs';
import { SavedRuns } from './jobs/saved-runs';
import { Scheduler } from './jobs/schedules/scheduler';
import { SinglePages } from './jobs/single-pages';
import { TaskCompletion } from './jobs/task-completion';
import { TaskEnds } from './jobs/task-ends';
import { Usage } from './jobs/usage';
import { CrawlTools } from './kinds/crawl/crawl-tools';
import { KnownUrls } from './kinds/crawl/known-urls';
import { CrawlPrompts } from './kinds/crawl/prompt/crawl-prompts';
import { SiteFiles } from './kinds/crawl/site-files';
import { jobHandlerClasses } from './kinds/handlers';
import { RobotsCache } from './net/politeness/robots-cache';
import { DocumentReader } from './page/reading/document-reader';
import { FrontierQueues } from './pipeline/tasks/frontier-queues';
import { JobPool } from './pipeline/tasks/job-pool';
import { leaseMsOf, type RunOptions } from './platform/settings/settings';
import { Outbox } from './ports/delivery/outbox';
import { HostSlots } from './ports/host-slots';
import { Frontier } from './ports/jobs/frontier';
import { JobHandler } from './ports/jobs/job-handler';
import { JobKinds } from './ports/jobs/job-kinds';
import { IdempotencyStore, JobStore } from './ports/jobs/job-store';
import { JobWakes } from './ports/jobs/job-wakes';
import { ResultStore } from './ports/jobs/result-store';
import type { RobotsAnswers } from './ports/robots-answers';
import type { Storage } from './ports/storage';
import { Routes } from './server/http-server';
import { JobViews } from './server/job-views';
import { CrawlRoutes } from './server/routes/jobs/crawl';
import { DeliveryRoutes } from './server/routes/jobs/deliveries';
import { DeliveryLogRoutes } from './server/routes/jobs/delivery-log';
import { ExportRoutes } from './server/routes/jobs/exports';
import { JobCareRoutes } from './server/routes/jobs/job-care';
import { JobPictureRoutes } from './server/routes/jobs/job-pictures';
import { JobRowRoutes } from './server/routes/jobs/job-rows';
import { JobSockets } from './server/routes/jobs/job-sockets';
import { JobStartRoutes } from './server/routes/jobs/job-starts';
import { JobRoutes } from './server/routes/jobs/jobs';
import { LocalJobRoutes } from './server/routes/jobs/local-jobs';
import { MonitorRoutes } from './server/routes/jobs/monitors';
import { SavedJobRoutes } from './server/routes/jobs/saved-jobs';
import { ScheduleRoutes } from './server/routes/jobs/schedules';
import { PageTextRoutes } from './server/routes/page-texts';
import { TeamRoutes } from './server/routes/team';

/** What jobs are bound to. */
interface JobParts {
  readonly storage: Storage;
  readonly run: RunOptions;
  readonly clock?: TimerClock;
  readonly log: Log;
  readonly paths: { readonly rowWorker: string };
}

/** Binds everything that long jobs need: stores, kinds, the pool, notices, schedules and routes. */
export function bindJobs(container: Container, { storage, run, clock = systemClock, log, paths }: JobParts): void {
  container.bind(JobStore).toConstantValue(storage.jobs);
  container.bind(Frontier).toConstantValue(storage.frontier);
  container.bind(ResultStore).toConstantValue(storage.results);
  container.bind(Outbox).toConstantValue(storage.outbox);
  container.bind(IdempotencyStore).toConstantValue(storage.idempotency);
  container.bind(JobWakes).toConstantValue(new JobWakes(run.databaseUrl !== undefined));
  bindPace(container, { storage, run, log });
  container.bind(FrontierQueues).toDynamicValue(() => {
    const [pool, reader] = [container.get(JobPool), container.get<DocumentReader>(DocumentReader)];
    const load = { inWork: () => pool.running, isBusy: () => reader.waiting > 0 };
    const parts = { frontier: container.get<Frontier>(Frontier), slots: container.get<HostSlots>(HostSlots), ...load };
    return new FrontierQueues(parts, leaseMsOf(run));
  });
  bindWork(container, run.databaseUrl === undefined ? undefined : storage.robots);
  bindRows(container, paths.rowWorker);
  container.bind(Scheduler).toDynamicValue(() => {
    const [saved, runs, notices] = [container.get(SavedJobs), container.get(SavedRuns), container.get(MonitorNotices)];
    return new Scheduler({ saved, runs, notices, clock, log });
  });
  bindDelivery(container);
  container.bind(JobSockets).toSelf();
  container.bind(JobViews).toSelf();
  container.bind<Routes>(Routes).to(JobStartRoutes);
  container.bind<Routes>(Routes).to(CrawlRoutes);
  container.bind<Routes>(Routes).to(JobRoutes);
  container.bind<Routes>(Routes).to(TeamRoutes);
  container.bind<Routes>(Routes).to(LocalJobRoutes);
  container.bind<Routes>(Routes).to(JobCareRoutes);
  container.bind<Routes>(Routes).to(JobRowRoutes);
  container.bind<Routes>(Routes).to(JobPictureRoutes);
  container.bind<Routes>(Routes).to(PageTextRoutes);
  container.bind<Routes>(Routes).to(SavedJobRoutes);
  container.bind<Routes>(Routes).to(ScheduleRoutes);
  container.bind<Routes>(Routes).to(MonitorRoutes);
  container.bind<Routes>(Routes).to(DeliveryRoutes);
  container.bind<Routes>(Routes).to(DeliveryLogRoutes);
  container.bind<Routes>(Routes).to(ExportRoutes);
}

function bindRows(container: Container, workerFile: string): void {
  const thread = new RowThread(workerFile);
  container.get<Hooks>(Hooks).closing.tapPromise('rows', () => thread.close());
  container.bind(RowThread).toConstantValue(thread);
  container.bind(JobRows).toSelf();
  container.bind(ChosenRows).toSelf();
  container.bind(PagePictureReader).toSelf();
}

/** Answers to robots.txt are shared where the database is. */
function bindWork(container: Container, shared: RobotsAnswers | undefined): void {
  container.bind(SiteFiles).toSelf();
  container.bind(KnownUrls).toSelf();
  container.bind(CrawlTools).toSelf();
  container.bind(CrawlPrompts).toSelf();
  container.bind(RobotsCache).toDynamicValue(() => {
    const files = container.get(SiteFiles);
    return new RobotsCache((url, options) => files.text(url, options), { shared });
  });
  for (const handler of jobHandlerClasses) container.bind<JobHandler>(JobHandler).to(handler);
  container.bind(JobKinds).toSelf();
  container.bind(JobStarter).toSelf();
  container.bind(SinglePages).toSelf();
  container.bind(TaskEnds).toSelf();
  container.bind(JobPool).toSelf();
  container.bind(PageRunner).toSelf();
  container.bind(TaskCompletion).toSelf();
  container.bind(ProgressReports).toSelf();
  container.bind(JobRunners).toSelf();
  container.bind(JobService).toSelf();
  container.bind(JobReader).toSelf();
  container.bind(JobPauses).toSelf();
  container.bind(JobKeeping).toSelf();
  container.bind(SavedJobs).toSelf();
  container.bind(RunRowReader).toSelf();
  container.bind(SavedRuns).toSelf();
  container.bind(MonitorNotices).toSelf();
  container.bind(Monitors).toSelf();
  container.bind(Idempotency).toSelf();
  container.bind(Usage).toSelf();
}
