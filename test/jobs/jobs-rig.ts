import { z } from 'zod';
import type { Job } from '../../core/common/job';
import { silentLog } from '../../core/common/log';
import { createHooks } from '../../core/contract/hooks';
import { Budget } from '../../core/jobs/budget';
import { WebhookTargets } from '../../core/jobs/delivery/webhook-targets';
import { Idempotency } from '../../core/jobs/idempotency';
import { JobPauses } from '../../core/jobs/job-pauses';
import { JobReader } from '../../core/jobs/job-reader';
import { JobRunners } from '../../core/jobs/job-runners';
import { JobService } from '../../core/jobs/job-service';
import { JobStarter } from '../../core/jobs/job-starter';
import { LateRecords } from '../../core/jobs/late-records';
import type { PageRunner } from '../../core/jobs/page-runner';
import { ProgressReports } from '../../core/jobs/progress-reports';
import { TaskCompletion } from '../../core/jobs/task-completion';
import { TaskNotifier } from '../../core/jobs/task-notifier';
import { GuardedAddresses } from '../../core/net/politeness/guarded-addresses';
import { HostPace } from '../../core/net/politeness/host-pace';
import { FrontierQueues } from '../../core/pipeline/tasks/frontier-queues';
import { TaskPool } from '../../core/pipeline/tasks/task-pool';
import type { BackgroundJobHandler, JobPlan, JobSpec, SyncJobHandler } from '../../core/ports/jobs/job-handler';
import { JobKinds } from '../../core/ports/jobs/job-kinds';
import { JobNotifier } from '../../core/ports/jobs/job-notifier';
import type { JobRules } from '../../core/ports/jobs/job-rules';
import { spec } from '../storage/support';
import { type Rig, startRig } from './delivery/support';
import { HeldPages } from './held-pages';

/** A request for the job kind used in the tests. */
export interface TestSpec extends JobSpec {
  readonly urls: readonly string[];
  readonly appendTo?: string;
}

/** The job services on SQLite, wired as in the engine. Pages end only when the test ends them. */
export class JobsRig {
  readonly pages = new HeldPages();
  readonly hooks = createHooks();
  readonly closed: Job[] = [];
  readonly events: string[] = [];
  readonly kind = batchKind(() => this.rules);
  /** Rules that apply to each new job. */
  rules: JobRules = {};

  private constructor(
    readonly rig: Rig,
    readonly runners: JobRunners,
    readonly service: JobService,
    readonly pauses: JobPauses,
    readonly starter: JobStarter,
    readonly reader: JobReader,
  ) {}

  static async start(dataDir: string): Promise<JobsRig> {
    const rig = await startRig({ dataDir });
    const { storage, settings, events, notices } = rig;
    let made: JobsRig | undefined;
    const pages = new HeldPages();
    const hooks = createHooks();
    const kinds = new JobKinds([batchKind(() => made?.rules ?? {})]);
    const progress = new ProgressReports(storage.frontier, events, kinds);
    const completion = new TaskCompletion(hooks, notices, new TaskNotifier(hooks, silentLog));
    const queues = new FrontierQueues({ frontier: storage.frontier, slots: new HostPace() });
    const pool = new TaskPool(settings, silentLog);
    const runners = new JobRunners(kinds, queues, pool, pages as unknown as PageRunner, completion, progress);
    const { jobs, frontier } = storage;
    const service = new JobService(jobs, frontier, runners, hooks, silentLog, new JobNotifier(false));
    const pauses = new JobPauses(jobs, frontier, runners, service, kinds, events);
    const guard = new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: [] });
    const starter = new JobStarter(
      service,
      new Budget(settings, storage.activity),
      new WebhookTargets(guard),
      new Idempotency(storage.idempotency),
      hooks,
      new LateRecords(hooks, silentLog),
    );
    const reader = new JobReader(jobs, frontier, storage.results);
    made = Object.assign(new JobsRig(rig, runners, service, pauses, starter, reader), { pages, hooks });
    const { closed, events: names } = made;
    hooks.jobClosed.tap('test', (job) => {
      closed.push(job);
      pages.changed();
    });
    events.listen(({ type }) => names.push(type));
    return made;
  }

  /** Starts a job and returns it. */
  async begin(urls: readonly string[], more: Partial<TestSpec> = {}): Promise<Job> {
    const started = await this.starter.start(this.kind, { version: 'v2', urls, ...more } as JobSpec, {
      keyId: 'key',
      signal: new AbortController().signal,
    });
    if (!('job' in started)) throw new Error('The job was not started.');
    return started.job;
  }

  /** Waits until `count` jobs have ended in total. */
  ended(count = 1): Promise<void> {
    return this.pages.until(() => this.closed.length >= count);
  }

  /** Stops all work, as when the engine closes. */
  async stop(): Promise<void> {
    await this.runners.stopAll();
    await this.rig.close();
  }
}

/** Returns a job kind that reads the pages listed in its request. `rules` returns the rules of each job. */
export const batchKind = (rules: () => JobRules): BackgroundJobHandler => ({
  mode: 'background',
  kind: 'batch',
  name: 'Batch',
  path: 'batch/scrape',
  summary: '',
  example: {},
  events: { prefix: 'batch_scrape', notices: ['started', 'page', 'completed', 'failed'] },
  schema: () => z.any() as unknown as z.ZodType<JobSpec>,
  answer: () => z.any(),
  credits: (request) => (request as TestSpec).urls.length,
  plan: async (request): Promise<JobPlan> => {
    const { urls, appendTo } = request as TestSpec;
    return {
      url: urls[0] ?? '',
      scrape: spec(urls[0] ?? 'http://site.test/'),
      options: {},
      tasks: (known) => urls.map((url, index) => ({ url, key: `${known + index}`, depth: 0 })),
      seeded: true,
      appendTo,
    };
  },
  open: async () => rules(),
  request: () => ({}),
});

/** Returns a job kind that returns the result of `run` immediately. */
export const syncKind = (run: SyncJobHandler['run']): SyncJobHandler => ({
  mode: 'sync',
  kind: 'scrape',
  name: 'Scrape',
  path: 'scrape',
  summary: '',
  example: {},
  schema: () => z.any() as unknown as z.ZodType<JobSpec>,
  answer: () => z.any(),
  plan: async () => ({ url: 'http://site.test/', scrape: spec('http://site.test/'), options: {} }),
  run,
});
