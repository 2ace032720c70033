import { inject, injectable } from 'inversify';
import { InTurn } from '../common/concurrency/promises';
import { AppError, toAppError } from '../common/errors';
import { allLost, type Job, openStates, workingStates } from '../common/job';
import { Log } from '../common/log';
import type { NeedsPerson } from '../common/needs-person';
import { newId } from '../common/values/ids';
import { Hooks } from '../contract/hooks';
import { addInParts, Frontier, type NewTask } from '../ports/jobs/frontier';
import type { JobPlan } from '../ports/jobs/job-handler';
import type { Finish } from '../ports/jobs/job-rules';
import { type JobChange, JobStore } from '../ports/jobs/job-store';
import { JobWakes } from '../ports/jobs/job-wakes';
import { allProblems } from '../ports/jobs/problem-reasons';
import type { JobEnd } from './job-runner';
import { JobRunners } from './job-runners';
import { askedAgainSentence } from './profiles/asks-for-login';
import { StorageBackoff } from './storage-backoff';

/** Pause before the end of a job that could not be written is written again. */
const finishAgainMs = 2000;

/** What a new job is made of besides its plan. */
export type NewJob = Pick<Job, 'kind' | 'webhook' | 'zeroDataRetention' | 'keyId'>;

/** Accepts long jobs, keeps them going over restarts, and brings each to an end: completed, failed or cancelled. */
@injectable()
export class JobService {
  readonly #appends = new InTurn();
  readonly #late = new Set<NodeJS.Timeout>();

  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(JobRunners) private readonly openJobs: JobRunners,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Log) private readonly log: Log,
    @inject(JobWakes) private readonly wakes: JobWakes,
  ) {
    hooks.closing.tap('late work on jobs', () => {
      for (const timer of this.#late) clearTimeout(timer);
    });
  }

  /** Starts a job; once this resolves it survives the death of the process, unless it has zero retention. */
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
    // With zero retention the job itself says that its tasks are not to be written; else a job without tasks could be left.
    if (job.zeroDataRetention) await this.jobs.add(job);
    await addInParts(this.frontier, job.id, tasks?.(0) ?? [], limit);
    if (!job.zeroDataRetention) await this.jobs.add(job);
    await this.hooks.jobOpened.promise(job);
    await this.#begin(job);
    return job;
  }

  /** Puts a job to work here that is found in the store; another process may lead it. */
  async join({ id }: Job, leads: boolean): Promise<void> {
    const job = await this.jobs.get(id);
    if (!job || !workingStates.includes(job.state)) return;
    try {
      await this.#open(job, leads);
    } catch (thrown) {
      const error = toAppError(thrown);
      // Tried again with the next look, also by a process of a version that knows the job's kind.
      if (!leads || error.code === 'DATABASE_UNAVAILABLE') throw error;
      await this.#finish(job, { failure: error.message });
    }
  }

  /** Adds tasks to a job that is at work; throws JOB_NOT_FOUND or CONFLICT. */
  async append(id: string, kind: Job['kind'], tasks: (count: number) => Iterable<NewTask>): Promise<Job> {
    const job = await this.get(id);
    const isOpen = this.#isAtWork(job);
    if (job.state === 'paused') throw new AppError('CONFLICT', 'This job is paused; resume it before you add pages.');
    if (job.kind !== kind || !isOpen) throw new AppError('CONFLICT', 'This job has ended; start a new one.');
    // The keys of new tasks go on from the count of those before: two appends with the same count would lose tasks.
    await this.#appends.run(async () => {
      const { queued, inFlight, done, failed, refused } = await this.frontier.counts(id);
      await this.frontier.add(id, [...tasks(queued + inFlight + done + failed + refused)]);
    });
    this.openJobs.get(id)?.more();
    // Its end may have come in between.
    const after = await this.jobs.get(id);
    if (this.wakes.isShared && after?.state === 'completed')
      await this.reopen(after, (await this.frontier.counts(id)).done);
    this.wakes.wake();
    return job;
  }

  /** Throws JOB_NOT_FOUND. */
  async get(id: string): Promise<Job> {
    const job = await this.jobs.get(id);
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return job;
  }

  /** Cancels a job at once; what is done stays readable. A job that is cancelled already stays so; CONFLICT when it has ended. */
  async cancel(id: string): Promise<void> {
    const finishedAt = new Date().toISOString();
    const changed = await this.jobs.change(id, { state: 'cancelled', finishedAt, pausedAt: undefined }, openStates);
    if (changed) {
      await this.openJobs.stop(id, new AppError('SCRAPE_JOB_CANCELLED', 'The job was cancelled.'));
      this.wakes.wake();
      return this.hooks.jobClosed.promise(changed);
    }
    const job = await this.get(id);
    if (job.state !== 'cancelled')
      throw new AppError('CONFLICT', `The job has already ${job.state}; there is nothing to cancel.`);
  }

  /** Tries the failed pages of an ended job again; gives back how many there are. */
  async retryFailed(id: string): Promise<number> {
    const job = await this.get(id);
    const { done } = await this.frontier.counts(id);
    const count = await this.frontier.retryFailed(id);
    const open = this.openJobs.get(id);
    if (open) open.more();
    else if (this.#isAtWork(job)) this.wakes.wake();
    else if (count > 0 && job.state !== 'paused') await this.reopen(job, done);
    return count;
  }

  /** Somebody has helped: pages of a job at work that wait for a person are read again. */
  async helped(job: Job): Promise<void> {
    const open = this.openJobs.get(job.id);
    if (open) return open.helped();
    // Forgotten first: a page that is read again at another node and needs a person, too, says so anew.
    await this.jobs.remember(job.id, { needsPerson: undefined });
    await this.#endWait(job).catch(async (thrown: unknown) => {
      await this.jobs.remember(job.id, { needsPerson: job.options.needsPerson });
      throw thrown;
    });
    this.wakes.wake();
  }

  /**
   * Puts a job without an open end to work again; `done` of its pages have come before. Gives back undefined when it is
   * no longer in the state in which it was read.
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

  /** Every job that was at work when the process before this one ended; those that were paused are not. */
  async unfinished(): Promise<readonly Job[]> {
    return (await this.jobs.list({ states: workingStates, limit: 10_000 })).map(({ job }) => job);
  }

  /** Goes on with unfinished jobs. */
  async resume(unfinished: readonly Job[]): Promise<void> {
    for (const job of unfinished) await this.#takeUp(job, new StorageBackoff());
    if (unfinished.length > 0) this.log.info(`${unfinished.length} unfinished jobs are resumed`);
  }

  /** Opens a job of an earlier run; while its database is away that is tried again from time to time. */
  async #takeUp(job: Job, backoff: StorageBackoff): Promise<void> {
    try {
      if (this.openJobs.get(job.id)) await this.#holdIfPaused(job.id);
      else await this.#open(job, true);
    } catch (thrown) {
      const error = toAppError(thrown);
      const pauseMs = error.code === 'DATABASE_UNAVAILABLE' ? backoff.pauseAfter(error) : undefined;
      if (pauseMs === undefined) return this.#finish(job, { failure: error.message });
      this.log.warn(`job ${job.id} will be resumed later: ${error.message}`);
      this.#later(pauseMs, () => this.#takeUpOpen(job, backoff));
    }
  }

  /** It may have been cancelled while it waited. */
  async #takeUpOpen(job: Job, backoff: StorageBackoff): Promise<void> {
    const now = await this.jobs.get(job.id).catch(() => job);
    if (now && openStates.some((state) => state === now.state)) await this.#takeUp(now, backoff);
  }

  /** Pages of a job that is not open wait no more for a person. */
  async #endWait({ id, options }: Job): Promise<void> {
    const { needsPerson } = options as { readonly needsPerson?: NeedsPerson };
    if (needsPerson) await this.frontier.endWait(id, Date.parse(needsPerson.until));
  }

  /** Whether somebody works on a job: this process, or any that shares the database. */
  #isAtWork({ id, state, zeroDataRetention }: Job): boolean {
    if (this.openJobs.get(id)) return true;
    return this.wakes.isShared && !zeroDataRetention && workingStates.includes(state);
  }

  /** Puts a job to work here, or lets those that share the database find it. */
  async #begin(job: Job): Promise<void> {
    if (job.zeroDataRetention || !this.wakes.isShared) return this.#open(job, true);
    this.wakes.wake();
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

  /** It may have been paused while it was being opened. */
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
      const said = [warning, askedAgainSentence(current)].filter(Boolean).join(' ');
      const options = { ...current.options, warning: said || undefined };
      const change = { ...verdict, outcome, spent, options, finishedAt, pausedAt: undefined };
      // Paused, too: what its last pages began to put together may come to its end.
      const closed = await this.jobs.change(id, change, openStates);
      if (closed) await this.hooks.jobClosed.promise(closed);
    } catch (thrown) {
      this.log.warn(`job ${id} could not be closed: ${toAppError(thrown).message}`);
      this.#finishLater(job, end);
    }
  }

  /** Writes the end of a job again until that succeeds: a job without an end would look active for ever. */
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

/** How a job that has nothing left to do has ended. */
interface Verdict {
  readonly state: 'completed' | 'failed';
  /** Why nothing came of it, in the words of the first page that failed. */
  readonly error?: string;
}

/** Judges a job by what became of its pages: one of which nothing is there and something failed or was lost has failed. */
async function verdictOf(frontier: Frontier, jobId: string): Promise<Verdict> {
  const { done, lost = 0 } = await frontier.counts(jobId);
  if (done > lost) return { state: 'completed' };
  for await (const { hidden, message } of allProblems(frontier, jobId, 'failed'))
    if (!hidden) return { state: 'failed', error: message };
  return lost > 0 ? { state: 'failed', error: allLost } : { state: 'completed' };
}
