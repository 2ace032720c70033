import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import { isFinal, type Job } from '../common/job';
import { JobStore } from '../ports/jobs/job-store';
import { Storage } from '../ports/storage';
import { JobReader } from './job-reader';

/** Retains jobs beyond 24 hours, and deletes jobs. */
@injectable()
export class JobRetention {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Storage) private readonly storage: Pick<Storage, 'removeJob'>,
  ) {}

  /**
   * Retains a job with its results and files until it is released or deleted. Throws JOB_NOT_FOUND, or BAD_REQUEST for
   * a job with zero retention.
   */
  async keep(id: string, keptBy: NonNullable<Job['keptBy']>): Promise<void> {
    const job = await this.reader.job(id);
    if (job.zeroDataRetention)
      throw new AppError(
        'BAD_REQUEST',
        'A job with zeroDataRetention cannot be kept, because none of its data is stored.',
      );
    // If the user retains a job, it stays retained even after its saved job is deleted.
    if (job.keptBy !== 'person') await this.jobs.change(id, { keptBy });
  }

  /** Restores the normal expiry of a job: 24 hours after its end. Throws JOB_NOT_FOUND. */
  async release(id: string): Promise<void> {
    await this.reader.job(id);
    await this.jobs.change(id, { keptBy: undefined });
  }

  /**
   * Deletes a finished job and its data. Only the line in the activity log remains. Throws JOB_NOT_FOUND, or CONFLICT
   * for an unfinished job.
   */
  async remove(id: string): Promise<void> {
    const { state } = await this.reader.job(id);
    if (!isFinal(state)) throw new AppError('CONFLICT', `The job is ${state}; cancel it before you delete it.`);
    await this.storage.removeJob(id);
  }
}
