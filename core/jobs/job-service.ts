import { inject, injectable } from 'inversify';
import { SerialQueue } from '../common/concurrency/promises';
import { AppError, toAppError } from '../common/errors';
import { allLost, type Job, openStates, workingStates } from '../common/job';
import { Log } from '../common/log';
import type { NeedsPerson } from '../common/needs-person';
import { newId } from '../common/values/ids';
import { Hooks } from '../contract/hooks';
import { addInParts, Frontier, type NewTask } from '../ports/jobs/frontier';
import type { JobPlan } from '../ports/jobs/job-handler';
import { JobNotifier } from '../ports/jobs/job-notifier';
import type { Finish } from '../ports/jobs/job-rules';
import { type JobChange, JobStore } from '../ports/jobs/job-store';
import { allProblems } from '../ports/jobs/problem-reasons';
import type { JobEnd } from './job-runner';
import { JobRunners } from './job-runners';
import { loginExpiredSentence } from './profiles/requires-login';
import { StorageBackoff } from './storage-backoff';

/** Delay in ms before another attempt to store the end of a job. */
const finishAgainMs = 2000;

/** Properties of a new job that are not part of its plan. */
export type NewJob = Pick<Job, 'kind' | 'webhook' | 'zeroDataRetention' | 'keyId'>;

/** Starts jobs, resumes them after restarts, and ends them as completed, failed or cancelled. */
@injectable()
export class JobService {
  readonly #appends = new SerialQueue();
  readonly #late = new Set<NodeJS.Timeout>();

  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(JobRunners) private readonly openJobs: JobRunners,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Log) private readonly log: Log,
    @inject(JobNotifier) private readonly wakes: JobNotifier,
  ) {
    hooks.closing.tap('unfinished job work', () => {
      for (const timer of this.#late) clearTimeout(timer);
    });
  }

  /** Starts a job. Once this call resolves, the job survives a crash, unless it has zero retention. */
  async start(facts: NewJob, plan: JobPlan): Promise<Job> {
    const { url, tasks, limit, seeded = false } = plan;
    const spec = await this.hooks.spec.promise(plan.scrape);
    const createdAt = new Date().toISOString();
    const job: Job = {
      id: newId(),
      ...facts,
      url,
      spec,
      state: 'active',
      options: { ...plan.options, seeded },
      version: spec.version,
      createdAt,
      startedAt: createdAt,
    };
    // Stores a job with zero retention before its tasks, because the stored job marks the tasks as in-memory. Stores
    // any other job after its tasks, so that no stored job lacks its tasks.
    if (job.zeroDataRetention) await this.jobs.add(job);
    await addInParts(this.frontier, job.id, tasks?.(0) ?? [], limit);
    if (!job.zeroDataRetention) await this.jobs.add(job);
    await this.hooks.jobOpened.promise(job);
    await this.#begin(job);
    return job;
  }

  /** Starts a stored job in this process. Another process may lead the job. */
  async join({ id }: Job, leads: boolean): Promise<void> {
    const job = await this.jobs.get(id);
    if (!job || !workingStates.includes(job.state)) return;
    try {
      await this.#open(job, leads);
    } catch (thrown) {
      const error = toAppError(thrown);
      // Leaves the job to the next poll instead of failing it. Another process may run a newer version of Gleaner that
      // supports the job's kind.
      if (!leads || error.code === 'DATABASE_UNAVAILABLE') throw error;
      await this.#finish(job, { failure: error.message });
    }
  }

  /** Adds tasks to a running job. Throws JOB_NOT_FOUND or CONFLICT. */
  async append(id: string, kind: Job['kind'], tasks: (count: number) => Iterable<NewTask>): Promise<Job> {
    const job = await this.get(id);
    const isOpen = this.#isAtWork(job);
    if (job.state === 'paused') throw new AppError('CONFLICT', 'This job is paused; resume it before you add pages.');
    if (job.kind !== kind || !isOpen) throw new AppError('CONFLICT', 'This job has ended; start a new job.');
    // Runs one append at a time. Keys of new tasks start at the current count, so two concurrent appends would use the
    // same keys and lose tasks.
    await this.#appends.run(async () => {
      const { queued, inFlight, done, failed, refused } = await this.frontier.counts(id);
      await this.frontier.add(id, [...tasks(queued + inFlight + done + failed + refused)]);
    });
    this.openJobs.get(id)?.more();
    // The job may have ended while the tasks were added.
    const after = await this.jobs.get(id);
    if (this.wakes.isShared && after?.state === 'completed')
      await this.reopen(after, (await this.frontier.counts(id)).done);
    this.wakes.notify();
    return job;
  }

  /** Returns a job. Throws JOB_NOT_FOUND. */
  async get(id: string): Promise<Job> {
    const job = await this.jobs.get(id);
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return job;
  }

  /**
   * Cancels a job immediately. Its results stay readable. Does nothing for a job that is already cancelled. Throws
   * CONFLICT for a finished job.
   */
  async cancel(id: string): Promise<void> {
    const finishedAt = new Date().toISOString();
    const changed = await this.jobs.change(id, { state: 'cancelled', finishedAt, pausedAt: undefined }, openStates);
    if (changed) {
      const unfinished = this.openJobs.get(id)?.rules.unfinished?.();
      await this.openJobs.stop(id, new AppError('SCRAPE_JOB_CANCELLED', 'The job was cancelled.'));
      if (unfinished) await this.jobs.remember(id, unfinished);
      this.wakes.notify();
      return this.hooks.jobClosed.promise(changed);
    }
    const job = await this.get(id);
    if (job.state !== 'cancelled')
      throw new AppError('CONFLICT', `The job has already ${job.state}; there is nothing to cancel.`);
  }

  /** Retries the failed pages of a job. Restarts the job if it has ended. Returns the number of pages to be retried. */
  async retryFailed(id: string): Promise<number> {
    const job = await this.get(id);
    const { done } = await this.frontier.counts(id);
    const count = await this.frontier.retryFailed(id);
    const open = this.openJobs.get(id);
    if (open) open.more();
    else if (this.#isAtWork(job)) this.wakes.notify();
    else if (count > 0 && job.state !== 'paused') await this.reopen(job, done);
    return count;
  }

  /** Retries the pages of a running job that were waiting for a person. */
  async helped(job: Job): Promise<void> {
    const open = this.openJobs.get(job.id);
    if (open) return open.helped();
    // Clears `needsPerson` before ending the wait. Another node may retry a page at once, and that page may need a
    // person again.
    await this.jobs.remember(job.id, { needsPerson: undefined });
    await this.#endWait(job).catch(async (thrown: unknown) => {
      await this.jobs.remember(job.id, { needsPerson: job.options.needsPerson });
      throw thrown;
    });
    this.wakes.notify();
  }

  /**
   * Restarts a finished job that has `done` completed pages. Returns undefined when the state of the job has changed
   * since `job` was read.
   */
  async reopen(job: Job, done: number): Promise<Job | undefined> {
    const change: JobChange = {
      state: 'active',
      startedAt: new Date().toISOString(),
      finishedAt: undefined,
      pausedAt: undefined,
      error: undefined,
      outcome: undefined,
      spent: undefined,
      options: {
        ...job.options,
        warning: undefined,
        asksForLogin: undefined,
        needsPerson: undefined,
        doneBefore: done,
      },
    };
    const open = this.openJobs.get(job.id);
    await (open ? open.helped() : this.#endWait(job));
    const again = await this.jobs.change(job.id, change, [job.state]);
    if (!again) return undefined;
    if (open) open.resume();
    else await this.#begin(again);
    return again;
  }

  /** Returns jobs that were running when the previous process ended, except paused jobs. */
  async unfinished(): Promise<readonly Job[]> {
    return (await this.jobs.list({ states: workingStates, limit: 10_000 })).map(({ job }) => job);
  }

  async resume(unfinished: readonly Job[]): Promise<void> {
    for (const job of unfinished) await this.#recover(job, new StorageBackoff());
    if (unfinished.length > 0) this.log.info(`resuming ${unfinished.length} unfinished jobs`);
  }

  /** Resumes a job that an earlier process left unfinished. Retries while the database is unreachable. */
  async #recover(job: Job, backoff: StorageBackoff): Promise<void> {
    try {
      if (this.openJobs.get(job.id)) await this.#holdIfPaused(job.id);
      else await this.#open(job, true);
    } catch (thrown) {
      const error = toAppError(thrown);
      const pauseMs = error.code === 'DATABASE_UNAVAILABLE' ? backoff.pauseAfter(error) : undefined;
      if (pauseMs === undefined) return this.#finish(job, { failure: error.message });
      this.log.warn(`job ${job.id} will be resumed later: ${error.message}`);
      this.#later(pauseMs, () => this.#recoverOpen(job, backoff));
    }
  }

  /** Tries again to resume a job, unless the job has ended since the last attempt. */
  async #recoverOpen(job: Job, backoff: StorageBackoff): Promise<void> {
    const now = await this.jobs.get(job.id).catch(() => job);
    if (now && openStates.some((state) => state === now.state)) await this.#recover(now, backoff);
  }

  /** Ends the wait for a person in a job that is not running in this process. */
  async #endWait({ id, options }: Job): Promise<void> {
    const { needsPerson } = options as { readonly needsPerson?: NeedsPerson };
    if (needsPerson) await this.frontier.endWait(id, Date.parse(needsPerson.until));
  }

  /** True when this process, or another process that shares the database, works on a job. */
  #isAtWork({ id, state, zeroDataRetention }: Job): boolean {
    if (this.openJobs.get(id)) return true;
    return this.wakes.isShared && !zeroDataRetention && workingStates.includes(state);
  }

  /**
   * Starts a job. If several processes share the database, any of them can start the job, unless it has zero retention.
   */
  async #begin(job: Job): Promise<void> {
    if (job.zeroDataRetention || !this.wakes.isShared) return this.#open(job, true);
    this.wakes.notify();
  }

  async #open(job: Job, leads: boolean): Promise<void> {
    let noted = Promise.resolve();
    const note = async (facts: Readonly<Record<string, unknown>>) => {
      await this.jobs
        .remember(job.id, facts)
        .catch((thrown: unknown) =>
          this.log.warn(`job ${job.id} could not be recorded: ${toAppError(thrown).message}`),
        );
    };
    const remember = (facts: Readonly<Record<string, unknown>>) => {
      const before = noted;
      noted = note(facts).then(() => before);
      return noted;
    };
    const onFinished = async (ended: Job, end: JobEnd) => {
      await noted;
      await this.#finish(ended, end);
    };
    const isShared = this.wakes.isShared && !job.zeroDataRetention;
    const latest = isShared ? () => this.jobs.get(job.id) : undefined;
    await this.openJobs.open(job, { remember, onFinished, latest, leads });
    await this.#holdIfPaused(job.id);
  }

  /** Pauses a job that was paused in the store while this process was opening it. */
  async #holdIfPaused(id: string): Promise<void> {
    if ((await this.jobs.get(id))?.state === 'paused') this.openJobs.get(id)?.pause();
  }

  async #finish(job: Job, end: JobEnd): Promise<void> {
    const { id } = job;
    try {
      const current = (await this.jobs.get(id)) ?? job;
      const verdict: Verdict =
        'failure' in end ? { state: 'failed', error: end.failure } : await verdictOf(this.frontier, id);
      const finishedAt = new Date().toISOString();
      const { outcome, warning, spent }: Omit<Finish, 'tasks'> = 'failure' in end ? {} : end;
      const said = [warning, loginExpiredSentence(current)].filter(Boolean).join(' ');
      const options = { ...current.options, warning: said || undefined };
      const change = { ...verdict, outcome, spent, options, finishedAt, pausedAt: undefined };
      // Includes paused jobs, because finishing the pages in progress may complete a paused job.
      const closed = await this.jobs.change(id, change, openStates);
      if (closed) await this.hooks.jobClosed.promise(closed);
    } catch (thrown) {
      this.log.warn(`job ${id} could not be closed: ${toAppError(thrown).message}`);
      this.#finishLater(job, end);
    }
  }

  /** Tries again later to store the end of a job. Without a stored end, the job would stay active forever. */
  #finishLater(job: Job, end: JobEnd): void {
    this.#later(finishAgainMs, () => this.#finish(job, end));
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#late.delete(timer);
      void work();
    }, delayMs);
    this.#late.add(timer);
  }
}

/** Outcome of a job without remaining work. */
interface Verdict {
  readonly state: 'completed' | 'failed';
  /** Reason why the job failed, e.g. the error of its first failed page. */
  readonly error?: string;
}

/**
 * Derives the outcome of a job from its pages. The job has failed if it has no results and at least one page failed or
 * was lost.
 */
async function verdictOf(frontier: Frontier, jobId: string): Promise<Verdict> {
  const { done, lost = 0 } = await frontier.counts(jobId);
  if (done > lost) return { state: 'completed' };
  for await (const { hidden, message } of allProblems(frontier, jobId, 'failed'))
    if (!hidden) return { state: 'failed', error: message };
  return lost > 0 ? { state: 'failed', error: allLost } : { state: 'completed' };
}
