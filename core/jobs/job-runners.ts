import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import { hostRefusal } from '../common/host-refusal';
import type { Job } from '../common/job';
import type { NeedsPerson } from '../common/needs-person';
import { FrontierQueues } from '../pipeline/tasks/frontier-queues';
import { TaskPool } from '../pipeline/tasks/task-pool';
import { JobKinds } from '../ports/jobs/job-kinds';
import type { JobRules, Remember } from '../ports/jobs/job-rules';
import { type JobEnd, JobRunner } from './job-runner';
import { PageRunner } from './page-runner';
import { PersonWait } from './person-wait';
import { ProgressReports } from './progress-reports';
import { TaskCompletion } from './task-completion';

/** Maximum number of tasks claimed in one query. */
const maxClaims = 16;

/** Options for opening a job. */
export interface OpenOptions {
  readonly remember: Remember;
  /** Called when a job ends, unless it was stopped. */
  readonly onFinished: (job: Job, end: JobEnd) => Promise<void>;
  /** Returns the stored job. Present only if other processes can also work on the job. */
  readonly latest?: () => Promise<Job | undefined>;
  /** False when another process leads the job. */
  readonly leads: boolean;
}

/**
 * Returns the number of tasks to claim at once. It never exceeds the maximum number of concurrent pages, because a
 * crash counts against every claimed task.
 */
const claimsOf = ({ maxConcurrency, delayMs }: JobRules): number =>
  Math.min(maxClaims, maxConcurrency ?? (delayMs ? 1 : maxClaims));

/** The jobs running in this process. */
@injectable()
export class JobRunners {
  readonly #open = new Map<string, JobRunner>();
  /** Jobs whose final state is being stored. */
  readonly #ending = new Set<string>();
  readonly #remember = new Map<string, Remember>();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(FrontierQueues) private readonly queues: FrontierQueues,
    @inject(TaskPool) private readonly pool: TaskPool,
    @inject(PageRunner) private readonly pages: PageRunner,
    @inject(TaskCompletion) private readonly completion: TaskCompletion,
    @inject(ProgressReports) private readonly progress: ProgressReports,
  ) {}

  /** Starts a job. `seeded` in the job's options means that all of its start pages are already known. */
  async open(job: Job, { remember, onFinished, latest, leads }: OpenOptions): Promise<void> {
    const rules = await this.kinds.backgroundOf(job.kind).open(job, remember);
    const { maxConcurrency: wanted, delayMs, limit } = rules;
    const queue = this.queues.open(job.id, {
      wanted,
      maxPages: wanted ?? (delayMs ? 1 : undefined),
      delayMs,
      isKept: !job.zeroDataRetention,
      limit,
      claimAhead: claimsOf(rules),
      admit: async (task, signal) => {
        const error = hostRefusal(job.spec.threatProtection, task.url);
        return error ? { error, reason: 'address' } : rules.admit?.(task, signal);
      },
      onClaimed: latest && (async () => this.#learn(job.id, await latest())),
      onRefused: async (task, refusal) => {
        await this.completion.refused(job, task, refusal);
        this.progress.touch(job);
      },
    });
    let asked = job.options.asksForLogin !== undefined;
    const opened: JobRunner = new JobRunner(
      job,
      rules,
      {
        queue,
        latest,
        pages: this.pages,
        completion: this.completion,
        person: new PersonWait(job.options.needsPerson as NeedsPerson | undefined, {
          remember,
          onNeeded: (needs) => this.progress.needsPerson(job, needs),
        }),
        onResult: ({ page }) => {
          if (page.asksForLogin && !asked) void remember({ asksForLogin: page.finalUrl });
          asked ||= page.asksForLogin === true;
        },
        onRecognition: (url, progress) => this.progress.recognition(job, url, progress),
        onProgress: () => this.progress.touch(job),
        onTrouble: (error) => this.progress.trouble(job, error),
        onFinished: (end) => void this.#finished(opened, onFinished, end),
        wake: () => this.pool.wake(),
      },
      leads,
    );
    this.#open.set(job.id, opened);
    this.#remember.set(job.id, remember);
    // Renews claims three times per claim period, so that a claim survives two missed heartbeats.
    this.#heartbeat ??= setInterval(() => this.#renewClaims(), this.queues.claimMs / 3).unref();
    this.pool.add(opened);
    this.#seed(opened, job);
  }

  get(id: string): JobRunner | undefined {
    return this.#open.get(id);
  }

  /** Returns all jobs running in this process. */
  all(): readonly JobRunner[] {
    return [...this.#open.values()];
  }

  /** True when a job is running in this process, or its final state is being stored. */
  has(id: string): boolean {
    return this.#open.has(id) || this.#ending.has(id);
  }

  /** Applies changes that other processes have made to a job's state and options. */
  applyState(job: Job): void {
    const opened = this.#open.get(job.id);
    if (!opened) return;
    opened.learn(job);
    if (job.state === 'paused') opened.pause();
    else opened.resume();
  }

  /** Sets whether this process leads a job. */
  lead(job: Job, leads: boolean): void {
    const opened = this.#open.get(job.id);
    if (opened?.lead(leads)) this.#seed(opened, job);
  }

  #learn(id: string, job: Job | undefined): void {
    if (job) this.#open.get(id)?.learn(job);
  }

  #seed(opened: JobRunner, { id, options }: Job): void {
    void opened.seed(options.seeded === true, () => void this.#remember.get(id)?.({ seeded: true }));
  }

  /** Stops a job and frees its memory. Its results are retained. */
  async stop(id: string, reason: AppError): Promise<void> {
    const opened = this.#open.get(id);
    if (!opened) return;
    opened.stop(reason);
    this.#forget(opened);
    this.progress.finish(opened.job);
    await opened.queue.close();
  }

  /** Stops all jobs. They resume when the engine starts again. */
  async stopAll(): Promise<void> {
    await this.pool.close();
    const reason = new AppError('ENGINE_CLOSING');
    await Promise.allSettled([...this.#open.keys()].map((id) => this.stop(id, reason)));
  }

  #forget(opened: JobRunner): void {
    this.#open.delete(opened.id);
    this.#remember.delete(opened.id);
    this.pool.remove(opened);
    if (this.#open.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  /**
   * Renews all claims. Ignores failures, because the next heartbeat soon tries again, and any write under an expired
   * claim is rejected.
   */
  #renewClaims(): void {
    for (const { queue } of this.#open.values()) queue.renew().catch(() => undefined);
  }

  async #finished(opened: JobRunner, onFinished: OpenOptions['onFinished'], end: JobEnd): Promise<void> {
    this.#ending.add(opened.id);
    this.#forget(opened);
    this.progress.finish(opened.job);
    await onFinished(opened.job, end).finally(() => this.#ending.delete(opened.id));
    await opened.queue.close().catch(() => undefined);
  }
}
