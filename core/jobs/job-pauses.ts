import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import { type Job, workingStates } from '../common/job';
import { needsPersonOf } from '../common/needs-person';
import { EventBus } from '../ports/delivery/event-bus';
import { Frontier } from '../ports/jobs/frontier';
import { JobKinds } from '../ports/jobs/job-kinds';
import { JobStore } from '../ports/jobs/job-store';
import { JobRunners } from './job-runners';
import { JobService } from './job-service';

/** Pauses and resumes jobs. A paused job stays paused across restarts. */
@injectable()
export class JobPauses {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(JobRunners) private readonly openJobs: JobRunners,
    @inject(JobService) private readonly service: JobService,
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(EventBus) private readonly events: EventBus,
  ) {}

  /**
   * Pauses a job: no further page starts, and pages in progress finish. Does nothing for a paused job. Throws CONFLICT
   * for a finished job.
   */
  async pause(id: string): Promise<void> {
    const pausedAt = new Date().toISOString();
    const paused = await this.jobs.change(id, { state: 'paused', pausedAt }, workingStates);
    if (!paused) {
      const { state } = await this.service.get(id);
      if (state === 'paused') return;
      throw new AppError('CONFLICT', `The job is ${state}; only a running job can be paused.`);
    }
    this.openJobs.get(id)?.pause();
    await this.#emit(paused, 'paused');
  }

  /**
   * Resumes a paused job, or a cancelled job with unfinished pages. Retries pages that are waiting for a person. Does
   * nothing for a running job. Throws CONFLICT when no page is left to process.
   */
  async resume(id: string): Promise<void> {
    const job = await this.service.get(id);
    if (workingStates.includes(job.state)) {
      await this.service.helped(job);
      if (needsPersonOf(job)) await this.#emit(job, 'resumed');
      return;
    }
    const { queued, inFlight, done } = await this.frontier.counts(id);
    if (job.state !== 'paused') assertLeft(job, queued + inFlight);
    const resumed = await this.service.reopen(job, done);
    if (resumed) await this.#emit(resumed, 'resumed');
  }

  async #emit({ id, kind }: Job, what: 'paused' | 'resumed'): Promise<void> {
    const prefix = this.kinds.eventsOf(kind)?.prefix;
    if (prefix) await this.events.emit(`${prefix}.${what}`, id);
  }
}

/** Throws CONFLICT for a finished job that cannot be resumed. */
function assertLeft({ state, options }: Job, left: number): void {
  if (state !== 'cancelled')
    throw new AppError('CONFLICT', `The job has ${state}; only a paused or cancelled job can be resumed.`);
  if (left === 0 && options.seeded === true)
    throw new AppError('CONFLICT', 'The cancelled job has no pages left to read; start a new job.');
}
