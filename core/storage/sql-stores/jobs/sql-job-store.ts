import { AppError } from '../../../common/errors';
import type { Job } from '../../../common/job';
import { allLost, isFinal, noJobs, retentionMs } from '../../../common/job';
import type { JobState } from '../../../common/model';
import type { JobChange, JobFilter, JobStore, ListedJob } from '../../../ports/jobs/job-store';
import { prepared } from '../../database/prepared';
import type { Db, Row } from '../../database/schema';
import { readRecord, readRecords } from '../../sql/read-records';
import { SqlStore } from '../../sql/sql-store';
import { progressOf } from '../tasks/sql-queue';

/** Selects the jobs that are unfinished or finished no earlier than `oldest`. */
const kept = (db: Db, oldest: number) =>
  db.selectFrom('job').where((it) => it.or([it('finished_at', 'is', null), it('finished_at', '>=', oldest)]));

const findJob = prepared((db, { id, oldest }: { readonly id: string; readonly oldest: number }) =>
  kept(db, oldest).select('record').where('id', '=', id),
);

/** Finds a job and locks it for update. */
const findLockedJob = prepared((db, { id, oldest }: { readonly id: string; readonly oldest: number }) =>
  kept(db, oldest).select('record').where('id', '=', id).forUpdate(),
);

/** Jobs in SQL. Unpinned jobs that finished more than 24 hours ago are hidden until they are deleted. */
export class SqlJobStore extends SqlStore implements JobStore {
  async add(job: Job): Promise<void> {
    await this.database.write(async (db) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('job')
        .values(rowOf(job))
        .onConflict((it) => it.column('id').doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) throw new AppError('CONFLICT', `Job ${job.id} already exists.`);
      await this.database.notify(db, 'jobs');
    });
  }

  get(id: string): Promise<Job | undefined> {
    return this.database.read((db) => this.#get(db, id, findJob));
  }

  change(id: string, change: JobChange, from?: readonly JobState[]): Promise<Job | undefined> {
    return this.database.write(async (db) => {
      const known = await this.#get(db, id, findLockedJob);
      if (!known || (from && !from.includes(known.state))) return undefined;
      const job = { ...known, ...change };
      await this.#put(db, job);
      return job;
    });
  }

  remember(id: string, facts: Readonly<Record<string, unknown>>): Promise<void> {
    return this.database.write(async (db) => {
      const known = await this.#get(db, id, findLockedJob);
      if (!known) return;
      await this.#put(db, { ...known, options: { ...known.options, ...facts } });
    });
  }

  async atWork(): Promise<readonly Job[]> {
    const rows = await this.database.read((db) =>
      db.selectFrom('job').select('record').where('finished_at', 'is', null).orderBy('id').execute(),
    );
    return readRecords<Job>(rows);
  }

  list({ kinds, states, limit, before, beforeTime }: JobFilter): Promise<readonly ListedJob[]> {
    return this.database.read(async (db) => {
      let jobs = kept(db, this.#oldest)
        .leftJoin('queue', 'queue.job', 'job.id')
        .selectAll('queue')
        .select('job.record');
      if (kinds) jobs = jobs.where('kind', 'in', [...kinds]);
      if (states) jobs = jobs.where('state', 'in', [...states]);
      if (before !== undefined) {
        const last = db.selectFrom('job').select(['created_at', 'id']).where('id', '=', before);
        jobs = jobs.where((it) => {
          const end = beforeTime === undefined ? last.$asTuple('created_at', 'id') : it.tuple(beforeTime, before);
          return it(it.refTuple('created_at', 'job.id'), '<', end);
        });
      }
      const rows = await jobs.orderBy('created_at', 'desc').orderBy('job.id', 'desc').limit(limit).execute();
      return rows.flatMap((row) => toListed(row) ?? []);
    });
  }

  count(): Promise<Readonly<Record<JobState, number>>> {
    return this.database.read(async (db) => {
      const jobs = kept(db, this.#oldest).select(['state', (it) => it.fn.countAll<number>().as('n')]);
      const counts = noJobs();
      for (const { state, n } of await jobs.groupBy('state').execute()) counts[state as JobState] = n;
      return counts;
    });
  }

  async finishedBefore(before: Date): Promise<readonly string[]> {
    const rows = await this.database.read((db) =>
      db.selectFrom('job').select('id').where('finished_at', '<', before.getTime()).execute(),
    );
    return rows.map(({ id }) => id);
  }

  remove(id: string): Promise<boolean> {
    return this.database.write(async (db) => {
      const { numDeletedRows } = await db.deleteFrom('job').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    });
  }

  async #put(db: Db, job: Job): Promise<void> {
    await db.updateTable('job').set(rowOf(job)).where('id', '=', job.id).execute();
    await this.database.notify(db, 'jobs');
  }

  async #get(db: Db, id: string, find: typeof findJob): Promise<Job | undefined> {
    const [row] = await find(db, { id, oldest: this.#oldest });
    return row && readRecord<Job>(row.record);
  }

  get #oldest(): number {
    return this.now - retentionMs;
  }
}

/**
 * Latest time that a `Date` can represent, in milliseconds since 1970. Pinned jobs have this value in `finished_at`.
 */
export const keptForever = 8.64e15;

function finishedAt({ state, keptBy, finishedAt: at, createdAt }: Job): number | null {
  if (!isFinal(state)) return null;
  return keptBy ? keptForever : Date.parse(at ?? createdAt);
}

const rowOf = (job: Job): Row<'job'> => ({
  id: job.id,
  kind: job.kind,
  state: job.state,
  created_at: job.createdAt,
  finished_at: finishedAt(job),
  record: JSON.stringify(job),
});

/**
 * Marks a completed job as failed if all of its results are lost. A job whose record contains its outcome stays
 * completed.
 */
export async function failEmpty(db: Db, { record }: Pick<Row<'job'>, 'record'>): Promise<void> {
  const job = readRecord<Job>(record);
  if (job?.state !== 'completed' || job.outcome !== undefined) return;
  const failed: Job = { ...job, state: 'failed', error: allLost };
  await db.updateTable('job').set(rowOf(failed)).where('id', '=', job.id).execute();
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/**
 * Combines a job with the counters of its queue. The counters are null if the job has no queue. Returns undefined if
 * `record` is damaged.
 */
function toListed({ record, ...queue }: Nullable<Row<'queue'>> & { readonly record: string }): ListedJob | undefined {
  const job = readRecord<Job>(record);
  if (!job) return undefined;
  if (queue.id === null) return { job };
  const { lost, ...counted } = queue as Row<'queue'>;
  return { job, progress: progressOf({ ...counted, lost, done: counted.done - lost }) };
}
