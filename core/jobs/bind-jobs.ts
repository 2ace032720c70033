import type { Container } from 'inversify';
import { systemClock, type TimerClock } from '../common/concurrency/clock';
import { Log } from '../common/log';
import { Hooks } from '../contract/hooks';
import { PrivateFiles } from '../platform/secrets/private-files';
import type { RunOptions } from '../platform/settings/settings';
import { EventBus } from '../ports/delivery/event-bus';
import { Outbox } from '../ports/delivery/outbox';
import { JobNotifier } from '../ports/jobs/job-notifier';
import { JobStore } from '../ports/jobs/job-store';
import type { Storage } from '../ports/storage';
import { ApiMonitors } from './api-monitors/api-monitors';
import { Budget } from './budget';
import { OutboxDispatcher } from './delivery/outbox-dispatcher';
import { SinkTest } from './delivery/sink-test';
import { Sinks } from './delivery/sinks';
import { WebhookPublisher } from './delivery/webhook-publisher';
import { StoredWebhookSecret, WebhookSecret } from './delivery/webhook-secret';
import { WebhookTargets } from './delivery/webhook-targets';
import { WebhookTest } from './delivery/webhook-test';
import { SelectedRows } from './exports/selected-rows';
import { Idempotency } from './idempotency';
import { JobPauses } from './job-pauses';
import { JobReader } from './job-reader';
import { JobRetention } from './job-retention';
import { JobRunners } from './job-runners';
import { JobService } from './job-service';
import { JobStarter } from './job-starter';
import { LateRecords } from './late-records';
import { ChangeJudge } from './monitors/change-judge';
import { ChangeReview } from './monitors/change-review';
import { CheckPages } from './monitors/check-pages';
import { MonitorChecks } from './monitors/monitor-checks';
import { MonitorNotices } from './monitors/monitor-notices';
import { Monitors } from './monitors/monitors';
import { PageTexts } from './monitors/page-texts';
import { PageRunner } from './page-runner';
import { JobSessions } from './profiles/job-sessions';
import { LoginProfiles, ProfileDocuments } from './profiles/login-profiles';
import { PageLogins } from './profiles/page-logins';
import { SealedSessions } from './profiles/sealed-sessions';
import { ProgressReports } from './progress-reports';
import { ColumnUrls } from './rows/column-urls';
import { JobRows } from './rows/job-rows';
import { PagePictureReader } from './rows/page-pictures';
import { RowThread } from './rows/row-thread';
import { RunRowReader } from './run-rows';
import { SavedJobDocuments, SavedJobs } from './saved-jobs';
import { SavedRuns } from './saved-runs';
import { Scheduler } from './schedules/scheduler';
import { TaskCompletion } from './task-completion';
import { TaskNotifier } from './task-notifier';
import { Usage } from './usage';

interface JobParts {
  readonly run: RunOptions;
  readonly storage: Storage;
  readonly log: Log;
  readonly paths: { readonly rowWorker: string };
  readonly clock?: TimerClock;
}

/** Binds the job services: runs, saved jobs, schedules, profiles, rows and deliveries. */
export function bindJobs(container: Container, parts: JobParts): void {
  container.bind(JobNotifier).toConstantValue(new JobNotifier(parts.run.databaseUrl !== undefined));
  bindRuns(container);
  bindSavedJobs(container, parts);
  bindProfiles(container, parts.storage);
  bindRows(container, parts.paths.rowWorker);
  bindDelivery(container, parts.run);
}

function bindRuns(container: Container): void {
  container.bind(Budget).toSelf();
  container.bind(JobStarter).toSelf();
  container.bind(LateRecords).toSelf();
  container.bind(TaskNotifier).toSelf();
  container.bind(PageRunner).toSelf();
  container.bind(TaskCompletion).toSelf();
  container.bind(ProgressReports).toSelf();
  container.bind(JobRunners).toSelf();
  container.bind(JobService).toSelf();
  container.bind(JobReader).toSelf();
  container.bind(JobPauses).toSelf();
  container.bind(JobRetention).toSelf();
  container.bind(Idempotency).toSelf();
  container.bind(Usage).toSelf();
}

function bindSavedJobs(container: Container, { storage, clock = systemClock, log }: JobParts): void {
  container.bind(SavedJobDocuments).toConstantValue(storage.documents('saved-jobs'));
  container.bind(SavedJobs).toSelf();
  container.bind(RunRowReader).toSelf();
  container.bind(SavedRuns).toSelf();
  container.bind(MonitorNotices).toSelf();
  bindMonitors(container);
  container.bind(Scheduler).toDynamicValue(() => {
    const [saved, runs, notices] = [container.get(SavedJobs), container.get(SavedRuns), container.get(MonitorNotices)];
    return new Scheduler({ saved, runs, notices, clock, log });
  });
}

function bindMonitors(container: Container): void {
  container.bind(PageTexts).toSelf();
  container.bind(ChangeJudge).toSelf();
  container.bind(ChangeReview).toSelf();
  container.bind(Monitors).toSelf();
  container.bind(CheckPages).toSelf();
  container.bind(MonitorChecks).toSelf();
  container.bind(ApiMonitors).toSelf();
}

function bindProfiles(container: Container, storage: Storage): void {
  container.bind(ProfileDocuments).toConstantValue(storage.documents('profiles'));
  container.bind(SealedSessions).toSelf();
  container.bind(JobSessions).toSelf();
  container.bind(LoginProfiles).toSelf();
  container.bind(PageLogins).toSelf();
}

function bindRows(container: Container, workerFile: string): void {
  const thread = new RowThread(workerFile);
  container.get<Hooks>(Hooks).closing.tapPromise('rows', () => thread.close());
  container.bind(RowThread).toConstantValue(thread);
  container.bind(JobRows).toSelf();
  container
    .bind(ColumnUrls)
    .toDynamicValue(() => new ColumnUrls(() => ({ reader: container.get(JobReader), rows: container.get(JobRows) })));
  container.bind(SelectedRows).toSelf();
  container.bind(PagePictureReader).toSelf();
}

function bindDelivery(container: Container, { webhookSecret: given }: RunOptions): void {
  container.bind(WebhookTargets).toSelf();
  container.bind(WebhookPublisher).toSelf();
  container.bind(Sinks).toSelf();
  container.bind(WebhookTest).toSelf();
  container.bind(SinkTest).toSelf();
  container
    .bind<WebhookSecret>(WebhookSecret)
    .toDynamicValue(
      () => new StoredWebhookSecret({ files: container.get<PrivateFiles>(PrivateFiles), given, clock: systemClock }),
    );
  container.bind(OutboxDispatcher).toDynamicValue(
    () =>
      new OutboxDispatcher({
        outbox: container.get<Outbox>(Outbox),
        jobs: container.get<JobStore>(JobStore),
        hasNoResults: (job) => container.get(RunRowReader).isEmpty(job),
        sinks: container.get(Sinks),
        secret: container.get<WebhookSecret>(WebhookSecret),
        events: container.get(EventBus),
        log: container.get<Log>(Log),
        clock: systemClock,
      }),
  );
}
