import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { JobState } from '../../common/model';
import type { JobChange, JobFilter, JobProgress, JobStore, ListedJob } from '../job-ports';
import { isFinal, matchesFilter, noJobs } from '../job-states';
import { byText, newest } from '../newest';
import type { DocumentFile, Row } from './document-file';

/** A job as a document: what is filtered and sorted by, the job as text, how far it has come. */
export interface JobRow extends Row {
  readonly kind: Job['kind'];
  readonly state: JobState;
  readonly createdAt: string;
  readonly finishedAt: string;
  readonly text: string;
  readonly progress?: JobProgress;
}

const byAge = (a: JobRow, b: JobRow): number => byText(a.createdAt, b.createdAt) || byText(a._id, b._id);
const jobOf = (row: JobRow): Job => JSON.parse(row.text) as Job;
const rowOf = (job: Job, progress?: JobProgress): JobRow => ({
  _id: job.id,
  kind: job.kind,
  state: job.state,
  createdAt: job.createdAt,
  finishedAt: job.finishedAt ?? job.createdAt,
  text: JSON.stringify(job),
  ...(progress ? { progress } : {}),
});

/** Jobs in one NeDB file. */
export class DiskJobStore implements JobStore {
  readonly #file: DocumentFile<JobRow>;
  /** Changes take turns, because each is made of the state before it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(file: DocumentFile<JobRow>) {
    this.#file = file;
  }

  async add(job: Job): Promise<void> {
    await this.#inTurn(async () => {
      if (await this.#file.get(job.id)) throw new AppError('CONFLICT', `There is a job ${job.id} already.`);
      await this.#file.put(rowOf(job));
    });
  }

  async get(id: string): Promise<Job | undefined> {
    const row = await this.#file.get(id);
    return row && jobOf(row);
  }

  async change(id: string, change: JobChange, from?: readonly JobState[]): Promise<Job | undefined> {
    return this.#inTurn(async () => {
      const row = await this.#file.get(id);
      if (!row || (from && !from.includes(row.state))) return undefined;
      const job = { ...jobOf(row), ...change };
      await this.#file.put(rowOf(job, row.progress));
      return job;
    });
  }

  async list(filter: JobFilter): Promise<readonly ListedJob[]> {
    const last = filter.before === undefined ? undefined : await this.#file.get(filter.before);
    const rows = (await this.#file.all()).filter(
      (row) => matchesFilter(row, filter) && (!last || byAge(row, last) < 0),
    );
    return newest(rows, filter.limit, byAge).map((row) => {
      const job = jobOf(row);
      return row.progress ? { job, progress: row.progress } : { job };
    });
  }

  async count(): Promise<Readonly<Record<JobState, number>>> {
    const counts = noJobs();
    for (const { state } of await this.#file.all()) counts[state] += 1;
    return counts;
  }

  async saveProgress(id: string, progress: JobProgress): Promise<void> {
    await this.#inTurn(async () => {
      const row = await this.#file.get(id);
      if (row) await this.#file.put({ ...row, progress });
    });
  }

  async finishedBefore(before: Date): Promise<readonly string[]> {
    const limit = before.toISOString();
    await this.#file.compact();
    const rows = await this.#file.all();
    return rows.filter((row) => isFinal(row.state) && row.finishedAt < limit).map((row) => row._id);
  }

  async remove(id: string): Promise<boolean> {
    return this.#inTurn(() => this.#file.remove(id));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
