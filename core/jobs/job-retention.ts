import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import { isFinal, type Job } from '../common/job';
import { JobStore } from '../ports/jobs/job-store';
import { Storage } from '../ports/storage';
import { JobReader } from './job-reader';

/** Keeps jobs beyond 24 hours, and deletes them. */
@injectable()
export class JobRetention {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Storage) private readonly storage: Pick<Storage, 'removeJob'>,
  ) {}

  /** Keeps a job with its results and files until it is released or deleted. Throws JOB_NOT_FOUND, and BAD_REQUEST with zero retention. */
  async keep(id: string, keptBy: NonNullable<Job['keptBy']>): Promise<void> {
    const job = await this.reader.job(id);
    if (job.zeroDataRetention)
      throw new AppError(
        'BAD_REQUEST',
        'A job with zeroDataRetention cannot be kept, because nothing of it is stored.',
      );
    // The user's choice outlives that of the saved job.
    if (job.keptBy !== 'person') await this.jobs.change(id, { keptBy });
  }

  /** Lets a job expire 24 hours after its end again. Throws JOB_NOT_FOUND. */
  async release(id: string): Promise<void> {
    await this.reader.job(id);
    await this.jobs.change(id, { keptBy: undefined });
  }

  /** Deletes a finished job with everything but its line in the activity log. Throws JOB_NOT_FOUND, and CONFLICT before its end. */
  async remove(id: string): Promise<void> {
    const { state } = await this.reader.job(id);
    if (!isFinal(state)) throw new AppError('CONFLICT', `The job is ${state}; cancel it before you delete it.`);
    await this.storage.removeJob(id);
  }
}
