import { AppError, toAppError } from '../../common/errors';
import { type Job, workingStates } from '../../common/job';
import type { Log } from '../../common/log';
import type { SharedChanges } from '../../platform/user-documents/shared-changes';
import type { JobKinds } from '../../ports/jobs/job-kinds';
import type { JobFollower } from '../../ports/jobs/job-notifier';
import type { JobStore } from '../../ports/jobs/job-store';
import type { Leases } from '../../ports/leases';
import type { NotificationListener } from '../../ports/notifications';
import type { JobRunners } from '../job-runners';
import type { JobService } from '../job-service';

/** Dependencies of the job watch. */
export interface JobWatchParts {
  readonly jobs: Pick<JobStore, 'atWork'>;
  readonly leases: Leases;
  readonly runners: JobRunners;
  readonly service: Pick<JobService, 'join'>;
  readonly kinds: Pick<JobKinds, 'backgroundOf'>;
  readonly leaseMs: number;
  readonly notifications: Pick<NotificationListener, 'isAvailable'>;
  /**
   * Settings changed by other nodes. Applied before a job starts, so that the job uses the settings that were valid at
   * its creation.
   */
  readonly changes?: Pick<SharedChanges, 'look'>;
  readonly log: Log;
}

/** Poll interval in ms when notifications do not work and jobs are in progress. */
const busyMs = 500;
/** Maximum poll interval in ms when notifications do not work and no job is in progress. */
const idleMs = 2000;
/**
 * Poll interval while notifications work, as a fraction of the lease time. Polling is still needed to find expired
 * leases.
 */
const notifiedFactor = 1 / 12;

const leadOf = (id: string): string => `job ${id}`;

/**
 * Follows the jobs in a shared database. Each job has a leader: the process that finds the start pages and finishes the
 * job. Any process can work on a job whose pages are independent. If one process pauses, resumes or ends a job, all
 * other processes do the same.
 */
export class JobWatch implements JobFollower {
  readonly #parts: JobWatchParts;
  readonly #led = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #renewAt = 0;
  #intervalMs = busyMs;

  constructor(parts: JobWatchParts) {
    this.#parts = parts;
  }

  /** Polls immediately, and then periodically. */
  look(): void {
    this.#again = true;
    if (this.#stopped || this.#looking) return;
    clearTimeout(this.#timer);
    this.#looking = this.#lookAll().finally(() => {
      this.#looking = undefined;
      if (!this.#stopped) this.#timer = setTimeout(() => this.look(), this.#waitMs);
    });
  }

  get #waitMs(): number {
    const { notifications, leaseMs } = this.#parts;
    return notifications.isAvailable ? Math.max(busyMs, leaseMs * notifiedFactor) : this.#intervalMs;
  }

  /** Stops polling, and immediately gives up leadership of all jobs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const { leases } = this.#parts;
    await Promise.allSettled([...this.#led].map((id) => leases.release(leadOf(id))));
  }

  async #lookAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#follow(await this.#parts.jobs.atWork());
      } catch (thrown) {
        this.#parts.log.debug(`jobs could not be queried, retrying: ${toAppError(thrown).message}`);
      }
    }
  }

  async #follow(jobs: readonly Job[]): Promise<void> {
    const { runners } = this.#parts;
    const known = new Map(jobs.map((job) => [job.id, job]));
    for (const { job: open } of runners.all()) {
      if (open.zeroDataRetention) continue;
      const job = known.get(open.id);
      if (job) runners.applyState(job);
      else await this.#leave(open.id);
    }
    // Gives up the leadership of jobs that have ended in this process.
    for (const id of this.#led) if (!known.has(id) && !runners.has(id)) await this.#giveUp(id);
    await this.#lead(jobs);
    for (const job of jobs) if (!this.#stopped && workingStates.includes(job.state)) await this.#join(job);
    this.#intervalMs = jobs.length > 0 ? busyMs : Math.min(idleMs, this.#intervalMs * 1.5);
  }

  /** Takes over jobs without a leader, and renews the leadership of jobs that this process leads. */
  async #lead(jobs: readonly Job[]): Promise<void> {
    const { leases, leaseMs, runners } = this.#parts;
    const isNew = jobs.some(({ id, state }) => !runners.has(id) && workingStates.includes(state));
    const now = performance.now();
    if (jobs.length === 0 || (!isNew && now < this.#renewAt)) return;
    this.#renewAt = now + leaseMs / 4;
    const taken = new Set(await leases.take(jobs.map(({ id }) => leadOf(id))));
    for (const job of jobs) {
      const leads = taken.has(leadOf(job.id));
      if (leads) this.#led.add(job.id);
      else this.#led.delete(job.id);
      runners.lead(job, leads);
    }
  }

  async #join(job: Job): Promise<void> {
    const { runners, service, changes, log } = this.#parts;
    const leads = this.#led.has(job.id);
    if (runners.has(job.id)) {
      // Only the leader can run this job, so this process stops the job when it loses the leadership.
      if (!leads && !this.#isForAll(job)) await runners.stop(job.id, new AppError('ENGINE_CLOSING'));
      return;
    }
    if (!leads && !this.#isForAll(job)) return;
    await changes?.look('settings');
    await service.join(job, leads).catch((thrown: unknown) => {
      log.warn(`job ${job.id} could not be resumed: ${toAppError(thrown).message}`);
    });
  }

  /** Stops a job that another process has ended. */
  async #leave(id: string): Promise<void> {
    await this.#parts.runners.stop(id, new AppError('SCRAPE_JOB_CANCELLED', 'The job has ended.'));
    await this.#giveUp(id);
  }

  async #giveUp(id: string): Promise<void> {
    if (this.#led.delete(id)) await this.#parts.leases.release(leadOf(id));
  }

  /**
   * True if every process can work on a job. False for a job with a login, because the login is in the memory of a
   * single process.
   */
  #isForAll({ kind, spec }: Job): boolean {
    return this.#parts.kinds.backgroundOf(kind).isForAll === true && spec.profile === undefined;
  }
}
