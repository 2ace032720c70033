import type { Container } from 'inversify';
import { CrawlTools } from './crawl/crawl-tools';
import { KnownUrls } from './crawl/known-urls';
import { CrawlPrompts } from './crawl/prompt/crawl-prompts';
import { SiteFiles } from './crawl/site-files';
import { bindDelivery } from './delivery/bind-delivery';
import { Idempotency } from './jobs/idempotency';
import { JobHandler } from './jobs/job-handler';
import { JobKinds } from './jobs/job-kinds';
import { JobReader } from './jobs/job-reader';
import { JobRunners } from './jobs/job-runners';
import { JobService } from './jobs/job-service';
import { JobStarter } from './jobs/job-starter';
import { jobHandlerClasses } from './jobs/kinds';
import { PageRunner } from './jobs/page-runner';
import { ProgressReports } from './jobs/progress-reports';
import { SavedJobs } from './jobs/saved-jobs';
import { SinglePages } from './jobs/single-pages';
import { TaskCompletion } from './jobs/task-completion';
import { TaskEnds } from './jobs/task-ends';
import { Usage } from './jobs/usage';
import { HostPace } from './politeness/host-pace';
import { RobotsCache } from './politeness/robots-cache';
import { Routes } from './server/http-server';
import { CrawlRoutes } from './server/routes/crawl';
import { DeliveryRoutes } from './server/routes/deliveries';
import { ExportRoutes } from './server/routes/exports';
import { JobSockets } from './server/routes/job-sockets';
import { JobStartRoutes } from './server/routes/job-starts';
import { JobRoutes } from './server/routes/jobs';
import { LocalJobRoutes } from './server/routes/local-jobs';
import { PageTextRoutes } from './server/routes/page-texts';
import { SavedJobRoutes } from './server/routes/saved-jobs';
import { TeamRoutes } from './server/routes/team';
import { Frontier, IdempotencyStore, JobStore, Outbox, ResultStore } from './storage/job-ports';
import type { Storage } from './storage/storage';
import { FrontierQueues } from './tasks/frontier-queues';
import { JobPool } from './tasks/job-pool';

/** Binds everything that long jobs need: stores, kinds, the pool, notices and routes. */
export function bindJobs(container: Container, { storage }: { readonly storage: Storage }): void {
  container.bind(JobStore).toConstantValue(storage.jobs);
  container.bind(Frontier).toConstantValue(storage.frontier);
  container.bind(ResultStore).toConstantValue(storage.results);
  container.bind(Outbox).toConstantValue(storage.outbox);
  container.bind(IdempotencyStore).toConstantValue(storage.idempotency);
  bindWork(container);
  bindDelivery(container);
  container.bind(JobSockets).toSelf();
  container.bind<Routes>(Routes).to(JobStartRoutes);
  container.bind<Routes>(Routes).to(CrawlRoutes);
  container.bind<Routes>(Routes).to(JobRoutes);
  container.bind<Routes>(Routes).to(TeamRoutes);
  container.bind<Routes>(Routes).to(LocalJobRoutes);
  container.bind<Routes>(Routes).to(PageTextRoutes);
  container.bind<Routes>(Routes).to(SavedJobRoutes);
  container.bind<Routes>(Routes).to(DeliveryRoutes);
  container.bind<Routes>(Routes).to(ExportRoutes);
}

function bindWork(container: Container): void {
  container.bind(SiteFiles).toSelf();
  container.bind(KnownUrls).toSelf();
  container.bind(CrawlTools).toSelf();
  container.bind(CrawlPrompts).toSelf();
  container.bind(RobotsCache).toDynamicValue(() => {
    const files = container.get(SiteFiles);
    return new RobotsCache((url, options) => files.text(url, options));
  });
  container.bind(HostPace).toDynamicValue(() => new HostPace());
  for (const handler of jobHandlerClasses) container.bind<JobHandler>(JobHandler).to(handler);
  container.bind(JobKinds).toSelf();
  container.bind(JobStarter).toSelf();
  container.bind(SinglePages).toSelf();
  container.bind(TaskEnds).toSelf();
  container.bind(FrontierQueues).toSelf();
  container.bind(JobPool).toSelf();
  container.bind(PageRunner).toSelf();
  container.bind(TaskCompletion).toSelf();
  container.bind(ProgressReports).toSelf();
  container.bind(JobRunners).toSelf();
  container.bind(JobService).toSelf();
  container.bind(JobReader).toSelf();
  container.bind(SavedJobs).toSelf();
  container.bind(Idempotency).toSelf();
  container.bind(Usage).toSelf();
}
