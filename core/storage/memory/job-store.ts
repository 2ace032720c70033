import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { JobState } from '../../common/model';
import type { JobChange, JobFilter, JobProgress, JobStore, ListedJob } from '../job-ports';
import { isFinal, matchesFilter, noJobs } from '../job-states';
import { byText, newest } from '../newest';

const byAge = (a: Job, b: Job): number => byText(a.createdAt, b.createdAt) || byText(a.id, b.id);

/** Jobs in memory. */
export class MemoryJobStore implements JobStore {
  readonly #jobs = new Map<string, Job>();
  readonly #progress = new Map<string, JobProgress>();

  async add(job: Job): Promise<void> {
    if (this.#jobs.has(job.id)) throw new AppError('CONFLICT', `There is a job ${job.id} already.`);
    this.#jobs.set(job.id, job);
  }

  async get(id: string): Promise<Job | undefined> {
    return this.#jobs.get(id);
  }

  async change(id: string, change: JobChange, from?: readonly JobState[]): Promise<Job | undefined> {
    const job = this.#jobs.get(id);
    if (!job || (from && !from.includes(job.state))) return undefined;
    const changed = { ...job, ...change };
    this.#jobs.set(id, changed);
    return changed;
  }

  async list(filter: JobFilter): Promise<readonly ListedJob[]> {
    const last = filter.before === undefined ? undefined : this.#jobs.get(filter.before);
    const jobs = [...this.#jobs.values()].filter(
      (job) => matchesFilter(job, filter) && (!last || byAge(job, last) < 0),
    );
    return newest(jobs, filter.limit, byAge).map((job) => {
      const progress = this.#progress.get(job.id);
      return progress ? { job, progress } : { job };
    });
  }

  async count(): Promise<Readonly<Record<JobState, number>>> {
    const counts = noJobs();
    for (const { state } of this.#jobs.values()) counts[state] += 1;
    return counts;
  }

  async saveProgress(id: string, progress: JobProgress): Promise<void> {
    if (this.#jobs.has(id)) this.#progress.set(id, progress);
  }

  async finishedBefore(before: Date): Promise<readonly string[]> {
    const limit = before.toISOString();
    return [...this.#jobs.values()]
      .filter((job) => isFinal(job.state) && (job.finishedAt ?? job.createdAt) < limit)
      .map((job) => job.id);
  }

  async remove(id: string): Promise<boolean> {
    this.#progress.delete(id);
    return this.#jobs.delete(id);
  }
}
